import { ErasureModel } from './erasure.model';
import { declare, type PersonalData } from './personal-data';
import { PrivacyRequestModel } from './privacy-request.model';
import { PrivacyTextModel } from './privacy-text.model';

/** Personal data of privacy requests. */
export const PRIVACY_DATA: readonly PersonalData[] = [
  declare(PrivacyRequestModel, {
    purpose: 'Answers requests for access and erasure, and proves it',
    seenBy: 'TenantAdmin; the person sees those for a copy of their data',
    kept: 'For good; after erasure without its note',
    links: {
      employeeId: { names: 'employee', whose: 'subject', rows: 'kept', access: 'rows' },
      userId: { names: 'account', whose: 'actor', rows: 'kept', access: 'none' },
    },
    fields: {
      employeeId: 'subject: kept',
      userId: 'actor: kept',
      kind: 'subject: kept',
      status: 'subject: kept',
      note: 'subject: emptied',
      dueAt: 'subject: kept',
      extendedAt: 'subject: kept',
      reason: 'subject: emptied',
      completedAt: 'subject: kept',
      fileId: 'subject: emptied',
      counts: 'none',
      jobId: 'none',
      openFor: 'none',
    },
  }),
  declare(PrivacyTextModel, {
    purpose: 'Which texts an access file shows, and which are redacted at an erasure; it says where they are, not what',
    seenBy: 'TenantAdmin',
    kept: 'Until the request is completed by an erasure',
    links: {},
    fields: { requestId: 'none', source: 'none', rowId: 'none', path: 'none', decision: 'none', reason: 'none' },
  }),
  declare(ErasureModel, {
    purpose: 'Repeats an erasure after an old backup was restored',
    seenBy: 'The operator',
    kept: 'As long as backups',
    links: {},
    fields: { requestId: 'none', accountIds: 'none', redactions: 'none', erasedAt: 'none' },
  }),
];
