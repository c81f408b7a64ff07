import { type DeclaredIndex, lackOf, type RowFacts } from '../../dev/queries/index-rule';
import { shapesOf } from '../../dev/queries/query-shape';

const FACTS: RowFacts = {
  small: new Set(['settings']),
  narrow: { rows: ['personId'] },
  grouped: { rows: ['departmentId'] },
  rarelyDecides: { isDeleted: ['false'] },
};

const index = (keys: string, rest: Partial<DeclaredIndex> = {}): DeclaredIndex => ({
  collection: 'rows',
  key: Object.fromEntries(
    `tenantId ${keys}`.split(' ').map((field) => [field.replace('-', ''), field.startsWith('-') ? -1 : 1]),
  ),
  unique: false,
  partial: {},
  ...rest,
});

/** What a command on rows lacks with these indexes. */
function lack(commandName: string, command: Record<string, unknown>, ...indexes: DeclaredIndex[]): string | undefined {
  const [shape] = shapesOf({ commandName, command: { [commandName]: 'rows', ...command } });
  if (!shape) throw new Error('This command looks for no rows.');
  return lackOf(shape, indexes, FACTS);
}

const page = (filter: object, sort: object): Record<string, unknown> => ({
  filter: { tenantId: 't', ...filter },
  sort,
  limit: 50,
});

describe('equality, sort, range', () => {
  const list = page({ runId: 'r', employeeId: { $nin: [] } }, { priority: 1, gapLevel: -1, _id: 1 });

  test('a page is served by an index with its equalities, then its order, then what else it compares', () => {
    expect(lack('find', list, index('runId priority -gapLevel _id employeeId'))).toBeUndefined();
  });

  test('the index read from its end serves the opposite order', () => {
    expect(
      lack('find', page({ runId: 'r' }, { priority: -1, gapLevel: 1, _id: -1 }), index('runId priority -gapLevel _id')),
    ).toBeUndefined();
    expect(lack('find', page({ runId: 'r' }, { priority: 1, gapLevel: 1 }), index('runId priority -gapLevel'))).toMatch(
      /sorts/,
    );
  });

  test('an index that is removed, or has another order, is missed', () => {
    expect(lack('find', list)).toMatch(/no index begins with runId/);
    expect(lack('find', list, index('runId employeeId requirementId'))).toMatch(/sorts what it finds by runId/);
    expect(lack('find', list, index('priority -gapLevel _id runId'))).toMatch(/scans unused rows/);
  });

  test('a condition that is compared after a row is read scans unused rows', () => {
    expect(lack('find', list, index('runId priority -gapLevel _id'))).toMatch(/employeeId comes after/);
    const byStatus = page({ runId: 'r', status: 'Open' }, { priority: 1 });
    expect(lack('find', byStatus, index('runId priority status'))).toMatch(/status comes after/);
    expect(lack('find', byStatus, index('runId status priority'))).toBeUndefined();
  });

  test('of a department few keys are compared', () => {
    const inDepartment = page({ departmentId: 'd', status: 'Open' }, { name: 1 });
    expect(lack('find', inDepartment, index('departmentId name'))).toMatch(/status comes after/);
    expect(lack('find', inDepartment, index('departmentId name status'))).toBeUndefined();
  });

  test('some values and then an order is a merge of as many ranges', () => {
    expect(lack('find', page({ status: { $in: ['A', 'B'] } }, { name: 1 }), index('status name'))).toBeUndefined();
  });

  test('the order may leave out what has one value, and begin with what has several', () => {
    expect(lack('find', page({ runId: 'r' }, { runId: 1, name: 1 }), index('runId name'))).toBeUndefined();
    expect(
      lack('find', page({ status: { $in: ['A', 'B'] } }, { status: 1, name: 1 }), index('status name')),
    ).toBeUndefined();
  });

  test('a field by which nearly no row is left out may be compared late', () => {
    expect(lack('find', page({ isDeleted: false }, { name: 1 }), index('name'))).toBeUndefined();
  });
});

describe('what reads without a page', () => {
  test('all rows of the organization are never read, some by their equalities', () => {
    expect(lack('find', { filter: { tenantId: 't' } }, index('name'))).toMatch(/all rows/);
    expect(lack('find', { filter: { tenantId: 't', runId: 'r' } }, index('runId name'))).toBeUndefined();
    expect(lack('find', { filter: { tenantId: 't', at: { $lt: 1 } } }, index('at'))).toBeUndefined();
  });

  test('a count has all that it compares in its index', () => {
    const count = { query: { tenantId: 't', runId: 'r', presence: { $in: ['Present', null] } } };
    expect(lack('count', count, index('runId subjectId'))).toMatch(/presence comes after/);
    expect(lack('count', count, index('runId presence'))).toBeUndefined();
    expect(lack('count', { query: { tenantId: 't', runId: 'r', isDeleted: false } }, index('runId'))).toMatch(
      /each row for isDeleted/,
    );
  });

  test('a distinct has its field there too', () => {
    const distinct = { key: 'departmentId', query: { tenantId: 't', runId: 'r' } };
    expect(lack('distinct', distinct, index('runId name'))).toMatch(/each row for departmentId/);
    expect(lack('distinct', distinct, index('runId departmentId'))).toBeUndefined();
  });
});

describe('what needs no more', () => {
  test('rows by their id, by a unique index, and few rows of one person', () => {
    expect(lack('find', page({ _id: { $in: ['x'] } }, { name: 1 }))).toBeUndefined();
    expect(
      lack('find', page({ email: 'x', status: 'y' }, { name: 1 }), index('email', { unique: true })),
    ).toBeUndefined();
    expect(lack('find', page({ personId: 'x', status: 'y' }, { name: 1 }), index('personId at'))).toBeUndefined();
    expect(lack('find', page({ personId: 'x' }, { name: 1 }))).toMatch(/no index/);
  });

  test('a small collection', () => {
    const [shape] = shapesOf({ commandName: 'find', command: { find: 'settings', filter: { tenantId: 't' } } });
    expect(shape && lackOf(shape, [], FACTS)).toBeUndefined();
  });
});

describe('alternatives', () => {
  const left = { filter: { tenantId: 't', $or: [{ status: 'Terminated' }, { isGone: true }] } };

  test('each branch has its index', () => {
    expect(lack('find', left, index('status'))).toMatch(/unused rows/);
    expect(lack('find', left, index('status'), index('isGone'))).toBeUndefined();
  });

  test('or filters rows of an index that has its fields', () => {
    expect(lack('find', { filter: { ...left.filter, runId: 'r' } }, index('runId status isGone'))).toBeUndefined();
    expect(lack('find', { filter: { ...left.filter, runId: 'r' } }, index('runId'))).toMatch(/\$or comes after/);
  });
});

describe('partial indexes', () => {
  test('serve only what asks for their rows', () => {
    const whereTrue = index('name', { partial: { isLater: true } });
    expect(lack('find', page({ isLater: true }, { name: 1 }), whereTrue)).toBeUndefined();
    expect(lack('find', page({ isLater: false }, { name: 1 }), whereTrue)).toMatch(/no index/);
    const whereText = index('code', { partial: { code: { $gte: '' } }, unique: true });
    expect(lack('find', { filter: { tenantId: 't', code: 'x' } }, whereText)).toBeUndefined();
    expect(lack('find', { filter: { tenantId: 't', code: null } }, whereText)).toMatch(/no index/);
  });
});
