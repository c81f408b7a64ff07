import { declaredIndexes } from '../../dev/queries/declared-indexes';
import { EXCEPTIONS, WHOLE_READERS } from '../../dev/queries/exceptions';
import { remarkOn } from '../../dev/queries/explain';
import type { DeclaredIndex } from '../../dev/queries/index-rule';
import { judgeQueries } from '../../dev/queries/judge';
import { readPlan } from '../../dev/queries/plan';
import { type ProfileEntry, profileProblems } from '../../dev/queries/profile';
import { lineOf, shapesOf } from '../../dev/queries/query-shape';
import type { RecordedQuery } from '../../dev/queries/record';

/** Queries as the tests record them, by their lines. */
function recorded(...commands: [commandName: string, command: Record<string, unknown>, sender: string][]) {
  const queries = new Map<string, RecordedQuery>();
  for (const [commandName, command, sender] of commands)
    for (const shape of shapesOf({ commandName, command })) queries.set(lineOf(shape), { shape, senders: [sender] });
  return queries;
}

const URGENT = { priority: 1, gapLevel: -1, requirement: 1, _id: 1 };
const gaps = {
  find: 'gaps',
  filter: { tenantId: 't', runId: 'r', employeeId: { $nin: ['e'] } },
  sort: URGENT,
  limit: 50,
};
const byDepartment = {
  find: 'employees',
  filter: { tenantId: 't', isDeleted: false, departmentId: 'd', status: 'Active' },
  sort: { searchText: 1, _id: 1 },
  limit: 60,
};
const drafts = { find: 'auditdrafts', filter: { createdAt: { $lt: 1 } }, sort: { createdAt: 1 }, limit: 100 };
const leavers = { find: 'employees', filter: { tenantId: 't', isDeleted: false, status: 'Terminated' } };
const ofStatus = { find: 'participants', filter: { tenantId: 't', cycleId: 'c', status: 'Submitted' } };
const organizations = {
  find: 'tenants',
  filter: { searchText: { $regex: 'x' } },
  sort: { searchText: 1, _id: 1 },
  limit: 20,
};
const departments = { distinct: 'evaluations', key: 'departmentId', query: { tenantId: 't', cycleId: 'c' } };
const subjects = { count: 'evaluations', query: { tenantId: 't', cycleId: 'c', subjectPresence: { $nin: ['Left'] } } };
const search = { count: 'employees', query: { tenantId: 't', isDeleted: false, searchText: { $regex: 'x' } } };
const heatmap = [
  { $match: { tenantId: 't', runId: 'r' } },
  { $group: { _id: '$requirementId', n: { $push: '$gapLevel' } } },
];

let declared: DeclaredIndex[];
beforeAll(async () => {
  declared = await declaredIndexes();
});

describe('recorded queries', () => {
  const QUERIES: [string, string, Record<string, unknown>, collection: string, lead: string][] = [
    ['the list of gaps', 'find', gaps, 'gaps', 'runId,priority'],
    ['employees of a department', 'find', byDepartment, 'employees', 'isDeleted,departmentId'],
    ['drafts of the audit log', 'find', drafts, 'auditdrafts', 'createdAt'],
    ['people who left', 'find', leavers, 'employees', 'isDeleted,status'],
    ['participants by status', 'find', ofStatus, 'participants', 'cycleId,status'],
    ['organizations by text', 'find', organizations, 'tenants', 'searchText'],
    ['departments of a cycle', 'distinct', departments, 'evaluations', 'cycleId,departmentId'],
    ['subjects of a cycle', 'count', subjects, 'evaluations', 'cycleId,'],
    ['a search of employees', 'count', search, 'employees', 'isDeleted,'],
    ['the heatmap', 'aggregate', { aggregate: 'gaps', pipeline: heatmap }, 'gaps', 'runId,requirementId'],
  ];

  test.each(QUERIES)('%s: served, and a problem once the index is removed', (_, name, command, collection, lead) => {
    const queries = recorded([name, command, 'GET /api/example']);
    expect(judgeQueries(queries, declared, {}).problems).toEqual([]);
    const fields = (index: DeclaredIndex) =>
      Object.keys(index.key)
        .filter((field) => field !== 'tenantId')
        .join();
    const others = declared.filter((index) => index.collection !== collection || !fields(index).startsWith(lead));
    expect(others.length).toBeLessThan(declared.length);
    const { problems } = judgeQueries(queries, others, {});
    expect(problems).toEqual([expect.stringContaining('sent by GET /api/example')]);
  });

  const unserved = recorded(['find', { find: 'notifications', filter: { tenantId: 't', title: 'x' } }, 'job example']);

  test('an exception excuses what begins as it says; one that nothing needs is named', () => {
    expect(judgeQueries(unserved, declared, {}).problems).toHaveLength(1);
    const exceptions = { 'find notifications {tenantId, title}': 'a reason', 'find gaps': 'not needed' };
    expect(judgeQueries(unserved, declared, exceptions)).toEqual({ problems: [], unneeded: ['find gaps'] });
  });

  test('who looks everywhere is excused, unless someone else asks the same', () => {
    expect(judgeQueries(unserved, declared, {}, { 'job example': 'looks everywhere' }).problems).toEqual([]);
    for (const query of unserved.values()) query.senders.push('GET /api/example');
    expect(judgeQueries(unserved, declared, {}, { 'job example': 'looks everywhere' }).problems).toHaveLength(1);
  });

  test('what clients compare besides is left to them, where the rest finds the rows', () => {
    const clients = { 'GET other': { gaps: ['runId', 'employeeId', 'requirementId'] } };
    const filters = [
      { tenantId: 't', runId: 'r', $and: [{ gapLevel: 4 }, { employeeId: { $gte: 'x' } }] },
      { tenantId: 't', runId: 'r', $or: [{ gapLevel: 4 }, { employeeId: 'x' }] },
    ];
    for (const filter of filters) {
      const command = { find: 'gaps', filter, sort: { employeeId: 1, requirementId: 1 } };
      const queries = recorded(['find', command, 'GET other']);
      expect(judgeQueries(queries, declared, {}).problems).toHaveLength(1);
      expect(judgeQueries(queries, declared, {}, {}, clients).problems).toEqual([]);
      for (const query of queries.values()) query.senders.push('job example');
      expect(judgeQueries(queries, declared, {}, {}, clients).problems).toHaveLength(1);
    }
    const ofAllRuns = recorded(['find', { find: 'gaps', filter: { tenantId: 't', gapLevel: 4 } }, 'GET other']);
    expect(judgeQueries(ofAllRuns, declared, {}, {}, clients).problems).toHaveLength(1);
  });

  test('every exception has a reason', () => {
    const reasons = Object.values({ ...EXCEPTIONS, ...WHOLE_READERS });
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
  });
});

describe("what MongoDB's profiler has noted", () => {
  const queries = recorded(
    ['find', gaps, 'GET /api/gap-analysis'],
    ['update', { update: 'gaps', updates: [{ q: { a: 1 }, u: {} }] }, 'job example'],
  );
  const entry = (rest: Partial<ProfileEntry>): ProfileEntry => ({
    op: 'query',
    ns: 'test_1.gaps',
    command: gaps,
    ...rest,
  });
  const problems = (rest: Partial<ProfileEntry>, small: string[] = [], exceptions = {}) =>
    profileProblems([entry(rest)], queries, new Set(small), exceptions);

  test.each<[string, Partial<ProfileEntry>, RegExp]>([
    ['a collection that is read whole', { planSummary: 'COLLSCAN' }, /whole collection/],
    ['rows that are sorted', { hasSortStage: true, docsExamined: 1_001, nreturned: 1_001 }, /sorts 1001 rows/],
    ['a page for which many are read', { docsExamined: 251, nreturned: 50 }, /251 rows for a page of 50/],
    ['a write', { op: 'update', command: { q: { a: 1 }, u: {}, multi: false }, planSummary: 'COLLSCAN' }, /whole/],
  ])('%s', (_, rest, expected) => {
    expect(problems(rest)).toEqual([expect.stringMatching(expected)]);
  });

  test('a page may read three rows for one, and a hundred, and what it skips', () => {
    expect(problems({ docsExamined: 250, nreturned: 50, planSummary: 'IXSCAN {}' })).toEqual([]);
    expect(problems({ command: { ...gaps, skip: 500 }, docsExamined: 700, nreturned: 50 })).toEqual([]);
    expect(problems({ hasSortStage: true, docsExamined: 200, nreturned: 50 })).toEqual([]);
  });

  test('small collections, exceptions and what only tests ask are left out', () => {
    expect(problems({ planSummary: 'COLLSCAN' }, ['gaps'])).toEqual([]);
    expect(problems({ planSummary: 'COLLSCAN' }, [], { 'find gaps {': 'a reason' })).toEqual([]);
    expect(problems({ planSummary: 'COLLSCAN', command: { find: 'gaps', filter: {} } })).toEqual([]);
  });
});

describe('what a database explains', () => {
  const mongoPlan = (stage: object) => ({
    queryPlanner: { winningPlan: stage, rejectedPlans: [{ stage: 'COLLSCAN' }] },
    executionStats: { nReturned: 50, totalKeysExamined: 60, totalDocsExamined: 260, executionStages: stage },
  });

  test('MongoDB: the winning plan and its figures', () => {
    const plan = readPlan(
      mongoPlan({ stage: 'SORT', inputStage: { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'a_1' } } }),
    );
    expect(plan).toEqual({ indexes: ['a_1'], sorts: true, scansAll: false, keys: 60, rows: 260, returned: 50 });
    expect(remarkOn({ line: '', limit: 50, plan })).toBe('sorts in memory, scans unused rows');
    expect(remarkOn({ line: '', limit: 0, plan: { ...plan, sorts: false } })).toBe('');
  });

  test('MongoDB: a pipeline', () => {
    const plan = readPlan({ stages: [{ $cursor: mongoPlan({ stage: 'COLLSCAN' }) }, { $group: {} }] });
    expect(plan).toMatchObject({ indexes: [], scansAll: true, rows: 260 });
    expect(remarkOn({ line: '', limit: 0, plan })).toBe('reads the whole collection');
  });

  test('the embedded engine: the indexes and sorts of PostgreSQL, without figures', () => {
    const scan = { 'Node Type': 'Index Scan', 'Index Name': 'a_1' };
    const plan = readPlan({ queryPlanner: { winningPlan: [{ Plan: { 'Node Type': 'Sort', Plans: [scan] } }] } });
    expect(plan).toEqual({ indexes: ['a_1'], sorts: true, scansAll: false, keys: null, rows: null, returned: null });
    expect(remarkOn({ line: '', limit: 0, plan: null })).toMatch(/does not explain/);
  });
});
