import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import type { MailValues } from '../../shared/comms/mail/mail.store';
import { pickRow } from '../../shared/db/pick';
import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../shared/growth/development-plan.model';
import type { MailsResult } from '../../shared/jobs/contract';
import { EmployeeModel } from '../../shared/people/employee.model';
import { defineJob, MAILING, type Run } from '../define-job';
import { sendMails } from '../people/deliver-mails';

/** Emails the approver of a submitted development plan, or its employee once it is decided; no one if that has changed since. */
export const sendPlanMail = defineJob({
  name: 'growth.send-plan-mail',
  retry: MAILING,
  onFailed: null,
  run: send,
});

async function send(run: Run<'growth.send-plan-mail'>): Promise<MailsResult> {
  const { kind, planId, triggerId } = run.payload;
  const plan = await DevelopmentPlanModel.findById(planId).lean<DevelopmentPlan>();
  const values = plan
    ? await (kind === 'plan-to-approve' ? toApprove(plan) : decided(plan))
    : new Map<string, MailValues>();
  return sendMails(run, { kind, triggerId, aboutId: planId, values, path: CONSOLE_PAGES.developmentPlan(planId) });
}

async function toApprove({ status, approverId, employeeId, title }: DevelopmentPlan): Promise<Map<string, MailValues>> {
  if (status !== DevelopmentPlanStatus.PendingApproval || approverId === null) return new Map();
  const employee = await pickRow(EmployeeModel.findById(employeeId), 'fullName');
  return new Map(employee ? [[approverId, { plan: title, employee: employee.fullName }]] : []);
}

function decided({ status, employeeId, title, rejectionReason }: DevelopmentPlan): Map<string, MailValues> {
  const isRejected = status === DevelopmentPlanStatus.Rejected;
  if (!isRejected && status !== DevelopmentPlanStatus.Approved) return new Map();
  return new Map([[employeeId, { plan: title, reason: isRejected ? (rejectionReason ?? '') : '' }]]);
}
