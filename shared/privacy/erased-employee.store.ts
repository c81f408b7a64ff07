import { anyDeletion } from '../db/bulk';
import { pickRows } from '../db/pick';
import { followEmployments } from '../evaluation/participants/presence.store';
import { now } from '../kernel/clock';
import { EmployeeStatus } from '../people/employee-status';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { ensureEmployeeUsage } from '../people/employee.store';
import { serializeEmployeeChanges } from '../platform/plan-usage.store';
import { type Erasure, ErasureModel } from './erasure.model';
import { FORMER_EMPLOYEE } from './mention.rules';
import type { Person } from './person.store';
import { emptiedFields } from './personal-data';
import { TextDecision } from './privacy-status';
import { PrivacyTextModel } from './privacy-text.model';

/** A domain without mail servers (RFC 2606): the row needs an email that no one has. */
const NO_ADDRESS = 'erased.invalid';
const [STUB_FIRST_NAME = '', STUB_LAST_NAME = ''] = FORMER_EMPLOYEE.split(' ');

/** The ledger's facts about an erasure, besides whom it erased and when. */
export type ErasureRecord = Pick<Erasure, 'requestId' | 'accountIds' | 'redactions'>;

/** Reads the ledger's facts about an erasure, including those of an interrupted run. */
export async function readErasureRecord(
  requestId: string,
  { accounts }: Person,
  stored: Erasure | null,
): Promise<ErasureRecord> {
  const decided = await pickRows(
    PrivacyTextModel.find({ requestId, decision: TextDecision.Redact }),
    'source',
    'rowId',
    'path',
  );
  const redactions = new Map(
    [...(stored?.redactions ?? []), ...decided].map((place) => [`${place.rowId}/${place.path}`, place]),
  );
  return {
    requestId,
    accountIds: [...new Set([...(stored?.accountIds ?? []), ...accounts.map(({ _id }) => _id)])],
    redactions: [...redactions.values()].map(({ source, rowId, path }) => ({ source, rowId, path })),
  };
}

/** Writes the ledger of an erasure, a row for each of these employees; call it in a transaction. */
export async function recordErasure(
  employeeIds: readonly string[],
  values: ErasureRecord & Partial<Pick<Erasure, 'erasedAt'>>,
): Promise<void> {
  for (const _id of employeeIds) {
    const updated = await ErasureModel.updateOne({ _id }, { $set: values });
    if (updated.matchedCount === 0) await ErasureModel.create({ _id, ...values });
  }
}

/**
 * Reduces an employee to a stub without a name and without the fields whose declaration says `subject: emptied`, updates the rows of
 * open cycles, and completes the ledger; call it in a transaction.
 */
export async function emptyEmployee(employee: Employee): Promise<void> {
  const { _id } = employee;
  await ensureEmployeeUsage();
  await serializeEmployeeChanges();
  await EmployeeModel.updateOne(
    { _id, ...anyDeletion(EmployeeModel) },
    {
      $set: {
        ...emptiedFields(EmployeeModel, 'subject'),
        firstName: STUB_FIRST_NAME,
        lastName: STUB_LAST_NAME,
        fullName: FORMER_EMPLOYEE,
        email: `${_id}@${NO_ADDRESS}`,
        status: EmployeeStatus.Terminated,
        isDeleted: true,
        erasedAt: employee.erasedAt ?? now(),
      },
    },
  );
  await followEmployments([{ _id, status: EmployeeStatus.Terminated, isDeleted: true }]);
  await ErasureModel.updateOne({ _id, erasedAt: null }, { $set: { erasedAt: now() } });
}
