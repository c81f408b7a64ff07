import { ACTOR } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { EvaluatorType } from '../../framework/evaluator-type';
import { AnswerProgress, CYCLE_MAILS, type CycleMail, type MailPart } from './cycle-mail.rules';

/** One POST that emails the participants or subjects of a cycle (docs/behaviour.md, "Emails"). */
export interface MailTrigger extends TenantRow, MailPart {
  cycleId: string;
  kind: CycleMail;
  /** 1, 2, 3… per cycle and kind; a unique index lets one of two concurrent triggers pass. */
  sequence: number;
  /** The job that sends; replaced when it failed and the call was repeated. */
  jobId: string;
  requestedBy: string | null;
  /** The day, `yyyy-mm-dd` in the organization's time zone, of a scheduled email, or of a call that replaced it. */
  scheduledFor?: string | null;
  /** It emails only those whom no trigger of the 10 minutes before has emailed. */
  isAddition?: boolean;
  /** Set once every email of the trigger has a delivery row. */
  plannedAt: Date | null;
}

export const MailTriggerModel = tenantModel<MailTrigger>(
  'MailTrigger',
  {
    cycleId: { type: String, required: true, personal: 'none' },
    kind: { type: String, required: true, enum: CYCLE_MAILS, personal: 'none' },
    evaluatorType: { type: String, default: null, enum: [...Object.values(EvaluatorType), null], personal: 'none' },
    departmentId: { type: String, default: null, personal: 'none' },
    progress: { type: String, default: null, enum: [...Object.values(AnswerProgress), null], personal: 'none' },
    participantIds: { type: [String], default: null, personal: 'none' },
    sequence: { type: Number, required: true, personal: 'none' },
    jobId: { type: String, required: true, personal: 'none' },
    requestedBy: { type: String, default: null, personal: 'actor: kept' },
    scheduledFor: { type: String, default: null, personal: 'none' },
    isAddition: { type: Boolean, default: false, personal: 'none' },
    plannedAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Sends the emails of a cycle once',
      seenBy: 'HR',
      kept: 'For good',
      links: { requestedBy: ACTOR },
    },
    indexes: [{ keys: { cycleId: 1, kind: 1, sequence: 1 }, unique: true }],
  },
);
