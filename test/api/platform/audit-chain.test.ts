import mongoose from 'mongoose';
import { inTransaction } from '../../../shared/db/transaction';
import { runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

// What verifying the log finds of someone who has the database.

const service = useService({ worker: false });
function record(tenantId: string): Promise<void> {
  const changes = [{ field: 'status', before: 'Draft', after: 'Open' }];
  return runInContext({ requestId: newId(), tenantId, actor: null, ip: '203.0.113.7' }, async () =>
    inTransaction(() =>
      recordAudit('employee.updated', { entityType: AuditEntity.Employee, entityId: newId(), changes }),
    ),
  );
}

const ENTRIES = 30;
let chain: TestTenant;
let rows: Record<string, unknown>[];
let head: Record<string, unknown>;
const logs = () => mongoose.model('AuditLog').collection;
const heads = () => mongoose.model('AuditHead').collection;
const verify = async () => (await service().call('get', '/api/audit-logs/verify', chain.admin)).body;

beforeAll(async () => {
  chain = await makeTenant();
  for (let at = 0; at < ENTRIES; at += 1) await record(chain.id);
  rows = await logs().find({ tenantId: chain.id }).sort({ sequence: 1 }).toArray();
  const [stored] = await heads().find({ tenantId: chain.id }).toArray();
  if (!stored) throw new Error('no head');
  head = stored;
});

async function restore(): Promise<void> {
  await logs().deleteMany({ tenantId: chain.id });
  await logs().insertMany(rows);
  await heads().deleteMany({ tenantId: chain.id });
  await heads().insertOne(head);
}

test('an untouched one is valid', async () => {
  expect(await verify()).toEqual({ valid: true, entries: ENTRIES, firstBroken: null });
});

test('an empty one is valid', async () => {
  const empty = await makeTenant();
  const { body } = await service().call('get', '/api/audit-logs/verify', empty.admin);
  expect(body).toEqual({ valid: true, entries: 0, firstBroken: null });
});

const FIELDS = 'eventType entityType entityId actorId actorEmail actorType ip userAgent requestId hash'.split(' ');
/** What someone with the database alone may do to place `at`, and the first place that then does not hold. */
const MANIPULATIONS: [string, (at: number, random: () => number) => Promise<number>][] = [
  [
    'change a field',
    async (at, random) => {
      const field = FIELDS[Math.floor(random() * FIELDS.length)] ?? 'ip';
      await logs().updateOne({ tenantId: chain.id, sequence: at }, { $set: { [field]: `x${random()}` } });
      return at;
    },
  ],
  [
    'change what was changed',
    async (at) => {
      await logs().updateOne({ tenantId: chain.id, sequence: at }, { $set: { 'changes.0.after': 'Closed' } });
      return at;
    },
  ],
  [
    'change the time',
    async (at, random) => {
      const occurredAt = new Date(Math.floor(random() * 1e12));
      await logs().updateOne({ tenantId: chain.id, sequence: at }, { $set: { occurredAt } });
      return at;
    },
  ],
  [
    'give a field another type',
    async (at) => {
      await logs().updateOne({ tenantId: chain.id, sequence: at }, { $set: { occurredAt: 'never' } });
      return at;
    },
  ],
  [
    'delete an entry',
    async (at) => {
      await logs().deleteOne({ tenantId: chain.id, sequence: at });
      return at;
    },
  ],
  [
    'delete an entry and close the gap',
    async (at) => {
      await logs().deleteOne({ tenantId: chain.id, sequence: at });
      for (let next = at + 1; next <= ENTRIES; next += 1)
        await logs().updateOne({ tenantId: chain.id, sequence: next }, { $set: { sequence: next - 1 } });
      return at;
    },
  ],
  [
    'cut the end off',
    async (at) => {
      await logs().deleteMany({ tenantId: chain.id, sequence: { $gte: at } });
      return at;
    },
  ],
  [
    'cut the end off and move the head',
    async (at) => {
      await logs().deleteMany({ tenantId: chain.id, sequence: { $gt: at } });
      const { hash } = rows[at - 1] ?? {};
      await heads().updateOne({ tenantId: chain.id }, { $set: { sequence: at, hash } });
      return at === ENTRIES ? 0 : at;
    },
  ],
  [
    'cut the end off and remove the head',
    async (at) => {
      await logs().deleteMany({ tenantId: chain.id, sequence: { $gt: at } });
      await heads().deleteMany({ tenantId: chain.id });
      return at;
    },
  ],
  [
    'insert between two',
    async (at) => {
      await logs().insertOne({ ...rows[at - 1], _id: newId(), sequence: at + 0.5 } as never);
      return at + 0.5;
    },
  ],
  [
    'add at the end',
    async () => {
      await logs().insertOne({ ...rows[ENTRIES - 1], _id: newId(), sequence: ENTRIES + 1 } as never);
      return ENTRIES + 1;
    },
  ],
  [
    'add before the first',
    async (at) => {
      await logs().insertOne({ ...rows[at - 1], _id: newId(), sequence: -at } as never);
      return 0;
    },
  ],
  [
    'exchange two',
    async (at) => {
      const other = at === ENTRIES ? 1 : at + 1;
      await logs().updateOne({ tenantId: chain.id, sequence: at }, { $set: { sequence: -1 } });
      await logs().updateOne({ tenantId: chain.id, sequence: other }, { $set: { sequence: at } });
      await logs().updateOne({ tenantId: chain.id, sequence: -1 }, { $set: { sequence: other } });
      return Math.min(at, other);
    },
  ],
];

test('100 of 100 random manipulations are found, with the first place that does not hold', async () => {
  let seed = 20_261_121;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (let round = 0; round < 100; round += 1) {
    const [name, manipulate] = MANIPULATIONS[round % MANIPULATIONS.length] ?? MANIPULATIONS[0]!;
    const at = 1 + Math.floor(random() * (ENTRIES - 1));
    const first = await manipulate(at, random);
    const { valid, firstBroken } = await verify();
    found.push([name, at, valid, firstBroken?.sequence]);
    expected.push([name, at, false, first]);
    await restore();
  }
  expect(found).toEqual(expected);
  expect((await verify()).valid).toBe(true);
});

test('while entries are added it stays valid', async () => {
  const busy = await makeTenant();
  await record(busy.id);
  const adding = Promise.all(Array.from({ length: 200 }, () => record(busy.id)));
  for (let round = 0; round < 5; round += 1)
    expect((await service().call('get', '/api/audit-logs/verify', busy.admin)).body.valid).toBe(true);
  await adding;
  const { body } = await service().call('get', '/api/audit-logs/verify', busy.admin);
  expect(body).toEqual({ valid: true, entries: 201, firstBroken: null });
});

test('a chain of more than a page of 2,000 is checked as a whole', async () => {
  const long = await makeTenant();
  const hundred = Array.from({ length: 100 });
  const recordHundred = () =>
    inTransaction(async () => {
      for (const _entry of hundred)
        await recordAudit('employee.updated', { entityType: AuditEntity.Employee, entityId: newId() });
    });
  await long.within(() => Promise.all(Array.from({ length: 21 }, recordHundred)));
  const read = async () => (await service().call('get', '/api/audit-logs/verify', long.admin)).body;
  expect(await read()).toEqual({ valid: true, entries: 2_100, firstBroken: null });
  const victim = await long.within(async () => AuditLogModel.findOne({ sequence: 2_050 }).lean<AuditLog>());
  await logs().updateOne({ tenantId: long.id, sequence: 2_050 }, { $set: { ip: '192.0.2.1' } });
  expect(await read()).toEqual({
    valid: false,
    entries: 2_100,
    firstBroken: { sequence: 2_050, id: victim?._id, fault: 'Changed' },
  });
});
