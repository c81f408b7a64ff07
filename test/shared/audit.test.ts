import { inTransaction } from '../../shared/db/transaction';
import { newId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { type AuditLog, AuditLogModel } from '../../shared/platform/audit-log.model';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useDatabase } from '../support/database';

useDatabase();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const record = (entry: { id?: string } = {}) =>
  tenant.within(() => recordAudit('cycle.created', { entityType: AuditEntity.Cycle, entityId: newId(), ...entry }));
const log = () => tenant.within(async () => AuditLogModel.find().lean<AuditLog[]>());

describe('audit log (spec 6, decisions 6)', () => {
  test('300 parallel entries stand in one chain without holes', async () => {
    await Promise.all(Array.from({ length: 300 }, () => record()));
    const sequences = (await log()).map((row) => row.sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  test('an id that is in the log already adds nothing, and what stands behind it is written', async () => {
    const id = newId();
    await record({ id });
    await Promise.all([record(), record({ id }), record()]);
    const rows = await log();
    expect(rows.map((row) => row.sequence).sort()).toEqual([1, 2, 3]);
    expect(rows.filter((row) => row._id === id)).toHaveLength(1);
  });

  test('a place that another process took is left to it', async () => {
    await record();
    const [first] = await log();
    await tenant.within(async () => AuditLogModel.create({ ...first, _id: newId(), sequence: 2 }));
    await record();
    expect((await log()).map((row) => row.sequence).sort()).toEqual([1, 2, 3]);
  });

  test('inside a transaction it refuses: what is rolled back has not happened', async () => {
    await expect(tenant.within(() => inTransaction(() => record()))).rejects.toThrow('after the transaction');
  });
});
