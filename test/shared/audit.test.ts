import { verifyAuditChain } from '../../api/platform/audit-verification.queries';
import { bulkInsert } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { config } from '../../shared/kernel/config';
import { newId } from '../../shared/kernel/ids';
import { chainKey, headSeal, plainChainHash } from '../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import {
  AuditBeginningModel,
  type AuditDraft,
  AuditDraftModel,
  AuditHeadModel,
  type AuditLog,
  AuditLogModel,
} from '../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../shared/platform/audit/audit-privacy.store';
import { cutAuditLog, resealAuditLog } from '../../shared/platform/audit/audit-reseal.store';
import { recordAudit, sweepAuditDrafts } from '../../shared/platform/audit/audit.store';
import { PersonKeyModel } from '../../shared/platform/person-key.model';
import { destroyKeys } from '../../shared/platform/person-keys.store';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useDatabase } from '../support/database';

useDatabase();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const record = (entry: { id?: string } = {}) =>
  tenant.within(() =>
    inTransaction(() => recordAudit('cycle.created', { entityType: AuditEntity.Cycle, entityId: newId(), ...entry })),
  );
const drafts = () => tenant.within(async () => AuditDraftModel.find().lean<AuditDraft[]>());
const log = () => tenant.within(async () => AuditLogModel.find().lean<AuditLog[]>());

describe('audit log', () => {
  test('300 parallel entries make one chain without holes', async () => {
    await Promise.all(Array.from({ length: 300 }, () => record()));
    const sequences = (await log()).map((row) => row.sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  test('an id that is in the log already adds nothing, and the entries after it are written', async () => {
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

  test('an entry needs the transaction of its change, and is rolled back with it', async () => {
    const entry = { entityType: AuditEntity.Cycle, entityId: newId() };
    await expect(tenant.within(() => recordAudit('cycle.created', entry))).rejects.toThrow('in the transaction');
    const undone = tenant.within(() =>
      inTransaction(async () => {
        await record();
        throw new Error('undone');
      }),
    );
    await expect(undone).rejects.toThrow('undone');
    expect([await log(), await drafts()]).toEqual([[], []]);
  });

  test('a refusal is recorded without a transaction', async () => {
    await tenant.within(() => recordAudit('auth.failed', { entityType: AuditEntity.User, entityId: null }));
    expect(await log()).toHaveLength(1);
  });

  test('an entry whose process died after the commit is chained by the sweep, once', async () => {
    await record();
    const [{ sequence: _sequence, hash: _hash, ...content }] = (await log()) as [AuditLog];
    const left = { ...content, _id: newId() };
    await tenant.within(async () => {
      await bulkInsert<AuditDraft>(AuditDraftModel, [left]);
      await AuditDraftModel.collection.updateOne({ _id: left._id, tenantId: tenant.id } as never, {
        $set: { createdAt: new Date(Date.now() - 5_000) },
      });
    });
    await Promise.all([sweepAuditDrafts(), sweepAuditDrafts()]);
    expect((await log()).filter((row) => row._id === left._id)).toHaveLength(1);
    expect(await drafts()).toEqual([]);
  });

  test('a draft whose entry is in the log already adds none', async () => {
    const id = newId();
    await record({ id });
    await record({ id });
    expect([(await log()).length, await drafts()]).toEqual([1, []]);
  });
});

describe('personal values of the audit log', () => {
  const USER = { field: 'fullName', before: null, after: 'Ana García' };

  /** Writes entries as the service did before personal values were encrypted. */
  async function plainLog(count: number): Promise<string> {
    const userId = newId();
    await tenant.within(async () => {
      let hash = '';
      const entries: object[] = [];
      for (let sequence = 1; sequence <= count; sequence += 1) {
        const entry = {
          _id: newId(),
          tenantId: tenant.id,
          sequence,
          eventType: 'user.updated',
          entityType: AuditEntity.User,
          entityId: userId,
          actorId: userId,
          actorEmail: 'ana@example.test',
          actorType: 'User',
          occurredAt: new Date(),
          ip: '203.0.113.7',
          userAgent: 'Firefox',
          requestId: newId(),
          changes: [USER],
        };
        hash = plainChainHash(chainKey(config().DATA_KEY), hash, entry);
        entries.push({ ...entry, hash });
      }
      await AuditLogModel.collection.insertMany(entries);
      const seal = headSeal(chainKey(config().DATA_KEY), tenant.id, { sequence: count, hash });
      await AuditHeadModel.create({ _id: tenant.id, sequence: count, hash, seal });
    });
    return userId;
  }
  const verify = () => tenant.within(verifyAuditChain);
  const readable = () =>
    tenant.within(async () => readableEntries(await AuditLogModel.find().sort({ sequence: 1 }).lean<AuditLog[]>()));
  const raw = async () => JSON.stringify([await log(), await drafts()]);

  test('are stored under the key of each person, and read "erased" once it is destroyed, while the chain holds', async () => {
    const [ana, eva] = [newId(), newId()];
    for (const [entityId, after] of [
      [ana, 'Ana García'],
      [eva, 'Eva Ruiz'],
    ] as const)
      await tenant.within(() =>
        inTransaction(() =>
          recordAudit('user.updated', { entityType: AuditEntity.User, entityId, changes: [{ ...USER, after }] }),
        ),
      );
    expect((await raw()).match(/García|Ruiz/g)).toBeNull();
    expect((await readable()).map(({ changes }) => changes[0]?.after)).toEqual(['Ana García', 'Eva Ruiz']);
    await tenant.within(() => destroyKeys([ana]));
    await tenant.within(() => destroyKeys([ana]));
    expect((await readable()).map(({ changes }) => changes[0]?.after)).toEqual(['erased', 'Eva Ruiz']);
    expect(await verify()).toEqual({ entries: 2, firstBroken: null });
    await tenant.within(() =>
      inTransaction(() =>
        recordAudit('user.updated', { entityType: AuditEntity.User, entityId: ana, changes: [USER] }),
      ),
    );
    expect((await readable()).map(({ changes }) => changes[0]?.after)).toEqual(['erased', 'Eva Ruiz', 'erased']);
    expect((await verify()).firstBroken).toBeNull();
  });

  test('of an account of the platform are readable in each organization that it acts for, until that one erases them', async () => {
    const [operator, other] = [newId(), await makeTenant()];
    const nameIn = async ({ within }: Pick<TestTenant, 'within'>) => {
      const entries = await within(async () => readableEntries(await AuditLogModel.find().lean<AuditLog[]>()));
      return entries.map(({ changes }) => changes[0]?.after);
    };
    for (const { within } of [tenant, other]) {
      const about = { entityType: AuditEntity.User, entityId: operator, changes: [{ ...USER, after: 'Olga Ruiz' }] };
      await within(() => inTransaction(() => recordAudit('user.updated', about)));
    }
    expect([await nameIn(tenant), await nameIn(other)]).toEqual([['Olga Ruiz'], ['Olga Ruiz']]);
    await other.within(() => destroyKeys([operator]));
    expect([await nameIn(tenant), await nameIn(other)]).toEqual([['Olga Ruiz'], ['erased']]);
  });

  test('a key from before keys were of one organization is used and destroyed as others', async () => {
    const ana = newId();
    const write = () => {
      const about = { entityType: AuditEntity.User, entityId: ana, changes: [{ ...USER, after: 'Ana García' }] };
      return tenant.within(() => inTransaction(() => recordAudit('user.updated', about)));
    };
    await write();
    const made = await tenant.within(async () => PersonKeyModel.findOne({ _id: `${tenant.id}/${ana}` }).lean());
    await tenant.within(async () => PersonKeyModel.deleteOne({ _id: made?._id }));
    await tenant.within(async () => PersonKeyModel.create({ _id: ana, sealedKey: made?.sealedKey }));
    expect((await readable()).map(({ changes }) => changes[0]?.after)).toEqual(['Ana García']);
    await tenant.within(() => destroyKeys([ana]));
    await write();
    expect((await readable()).map(({ changes }) => changes[0]?.after)).toEqual(['erased', 'erased']);
  });

  test('old entries are encrypted while others are added, and their old proof stays verifiable', async () => {
    await plainLog(620);
    expect(await verify()).toEqual({ entries: 620, firstBroken: null });
    const [first, second] = await Promise.all([tenant.within(resealAuditLog), tenant.within(resealAuditLog), record()]);
    expect(first + second).toBeGreaterThanOrEqual(620);
    expect(await tenant.within(resealAuditLog)).toBe(0);
    expect((await raw()).match(/García|@example|203\.0\.113|Firefox/g)).toBeNull();
    expect((await readable())[7]).toMatchObject({ actorEmail: 'ana@example.test', ip: '203.0.113.7', changes: [USER] });
    expect(await verify()).toEqual({ entries: 621, firstBroken: null });

    await AuditLogModel.collection.updateOne({ tenantId: tenant.id, sequence: 7 }, { $set: { hash: 'x' } });
    expect((await verify()).firstBroken?.sequence).toBe(7);
    const old = (await log()).find(({ sequence }) => sequence === 6);
    await AuditLogModel.collection.deleteMany({ tenantId: tenant.id, sequence: { $gte: 7 } });
    expect((await verify()).firstBroken).toMatchObject({ sequence: 7, fault: 'Missing' });
    await AuditLogModel.collection.insertOne({ ...old, _id: newId(), sequence: 7, format: 1 } as never);
    expect((await verify()).firstBroken).toMatchObject({ sequence: 7, fault: 'Changed' });
  });

  test('a broken off migration goes on, also after an erasure in the middle', async () => {
    const userId = await plainLog(5);
    await tenant.within(resealAuditLog);
    await tenant.within(async () => AuditBeginningModel.deleteMany({}));
    await tenant.within(() => destroyKeys([userId]));
    await tenant.within(resealAuditLog);
    expect(await verify()).toEqual({ entries: 5, firstBroken: null });
    expect((await readable())[0]).toMatchObject({ actorEmail: 'erased', changes: [{ after: 'erased' }] });
  });

  test('retention cuts old entries off behind a sealed beginning, which cannot be moved', async () => {
    await plainLog(1_250);
    await record();
    const cut = await tenant.within(() => cutAuditLog(new Date(Date.now() + 1_000)));
    expect(cut).toBe(1_250);
    expect(await verify()).toEqual({ entries: 1, firstBroken: null });
    expect(await tenant.within(() => cutAuditLog(new Date(Date.now() + 1_000)))).toBe(0);
    await record();
    expect(await verify()).toEqual({ entries: 2, firstBroken: null });
    await AuditBeginningModel.collection.updateOne({ tenantId: tenant.id }, { $set: { sequence: 1_251 } });
    expect((await verify()).firstBroken).toMatchObject({ fault: 'Head' });
  });
});
