import { anyDeletion } from '../db/bulk';
import { pickRows } from '../db/pick';
import { followEmployments } from '../evaluation/participants/presence.store';
import { now } from '../kernel/clock';
import { EmployeeStatus } from '../people/employee-status';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { ensureEmployeeUsage } from '../people/employee.store';
import { lockEmployees } from '../platform/plan-usage.store';
import { type Erasure, ErasureModel } from './erasure.model';
import { FORMER_EMPLOYEE } from './mention.rules';
import type { Person } from './person.store';
import { TextDecision } from './privacy-status';
import { PrivacyTextModel } from './privacy-text.model';

/** A domain that no mail server has (RFC 2606): the row needs an email, and no one has this one. */
const NO_ADDRESS = 'erased.invalid';
const [STUB_FIRST_NAME = '', STUB_LAST_NAME = ''] = FORMER_EMPLOYEE.split(' ');

/** What the ledger says of an erasure beside whom it erased, and when. */
export type ErasureOrder = Pick<Erasure, 'requestId' | 'accountIds' | 'redactions'>;

/** What the ledger says of an erasure whatever the entry of the person, with what an earlier run has noted. */
export async function erasureOrder(
  requestId: string,
  { accounts }: Person,
  stored: Erasure | null,
): Promise<ErasureOrder> {
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

/** Writes the ledger of an erasure, a row for each of these employees; in a transaction. */
export async function recordErasure(
  employeeIds: readonly string[],
  values: ErasureOrder & Partial<Pick<Erasure, 'erasedAt'>>,
): Promise<void> {
  for (const _id of employeeIds) {
    const noted = await ErasureModel.updateOne({ _id }, { $set: values });
    if (noted.matchedCount === 0) await ErasureModel.create({ _id, ...values });
  }
}

/** Leaves of an employee a stub without a name, marks the rows of open cycles, and closes the ledger; in a transaction. */
export async function emptyEmployee(employee: Employee): Promise<void> {
  const { _id } = employee;
  await ensureEmployeeUsage();
  await lockEmployees();
  await EmployeeModel.updateOne(
    { _id, ...anyDeletion(EmployeeModel) },
    {
      $set: {
        employeeCode: null,
        firstName: STUB_FIRST_NAME,
        lastName: STUB_LAST_NAME,
        fullName: FORMER_EMPLOYEE,
        email: `${_id}@${NO_ADDRESS}`,
        status: EmployeeStatus.Terminated,
        departmentId: null,
        managerId: null,
        jobProfileId: null,
        hireDate: null,
        terminationDate: null,
        photoFileId: null,
        externalId: null,
        userName: null,
        awaitedManager: null,
        legalHold: null,
        isDeleted: true,
        erasedAt: employee.erasedAt ?? now(),
      },
    },
  );
  await followEmployments([{ _id, status: EmployeeStatus.Terminated, isDeleted: true }]);
  await ErasureModel.updateOne({ _id, erasedAt: null }, { $set: { erasedAt: now() } });
}
