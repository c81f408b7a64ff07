import type { MailRecipient } from '../comms/mail/mail.store';
import { MAILED_TO_ACCOUNTS, type TemplateKey } from '../comms/template-key';
import { pickRows } from '../db/pick';
import { UserModel } from '../platform/accounts/user.model';
import { EmployeeStatus } from './employee-status';
import { EmployeeModel } from './employee.model';

/** Most employees that one query reads by id. */
const ASK_AT_ONCE = 1_000;

/**
 * Returns whom an email of a kind reaches among these employees, by employee: no one who left or has turned the kind off, and
 * for emails to accounts no one without an active one. Every email that HR or the calendar sends asks it, also before it is sent, for the number of recipients.
 */
export async function mailRecipients(
  key: TemplateKey,
  employeeIds: readonly string[],
): Promise<Map<string, MailRecipient>> {
  const recipients = new Map<string, MailRecipient>();
  for (let start = 0; start < employeeIds.length; start += ASK_AT_ONCE)
    for (const [id, recipient] of await recipientsAmong(key, employeeIds.slice(start, start + ASK_AT_ONCE)))
      recipients.set(id, recipient);
  return recipients;
}

async function recipientsAmong(key: TemplateKey, ids: readonly string[]): Promise<[string, MailRecipient][]> {
  const [employees, accounts] = await Promise.all([
    pickRows(
      EmployeeModel.find({ _id: { $in: ids }, status: { $ne: EmployeeStatus.Terminated } }),
      'email',
      'fullName',
    ),
    pickRows(UserModel.find({ employeeId: { $in: ids } }), 'employeeId', 'email', 'locale', 'isActive', 'mailsOff'),
  ]);
  const accountOf = new Map(accounts.map((account) => [account.employeeId, account]));
  return employees.flatMap(({ _id, email, fullName }): [string, MailRecipient][] => {
    const account = accountOf.get(_id);
    if (account?.mailsOff?.some((kind) => kind === key)) return [];
    const locale = account?.locale ?? null;
    if (!MAILED_TO_ACCOUNTS.includes(key)) return [[_id, { email, name: fullName, locale }]];
    return account?.isActive ? [[_id, { email: account.email, name: fullName, locale }]] : [];
  });
}
