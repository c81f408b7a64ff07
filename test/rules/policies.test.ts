import { maySeeCareer, visibleCareers } from '../../api/policies/career.policy';
import { maySeePlans, visiblePlans } from '../../api/policies/development-plan.policy';
import { mayAttachFile, mayDeleteFile, maySeeFile } from '../../api/policies/file.policy';
import { maySeeJob, mayRepeat, visibleJobs } from '../../api/policies/job.policy';
import { mayDecideNomination, maySeeNomination } from '../../api/policies/nomination.policy';
import { ReleaseBy } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { Role } from '../../shared/kernel/permissions';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { mayDownloadReport, mayRelease, releaseRefusal } from '../../shared/policies/result.policy';
import type { ReportingViewer, SignedIn } from '../../shared/policies/viewer';

/** ana reports to bea, who reports to carl; the user of each has the name in capitals. */
const noReports = { directReportIds: new Set<string>(), reportIds: new Set<string>() };
const user = { isHr: false, roles: [Role.User], ...noReports };
const viewers = {
  'no employee': { ...user, userId: 'NONE', employeeId: null },
  ana: { ...user, userId: 'ANA', employeeId: 'ana' },
  bea: { ...user, userId: 'BEA', employeeId: 'bea', directReportIds: new Set(['ana']), reportIds: new Set(['ana']) },
  carl: {
    ...user,
    userId: 'CARL',
    employeeId: 'carl',
    directReportIds: new Set(['bea']),
    reportIds: new Set(['bea', 'ana']),
  },
  HR: { ...user, userId: 'HR', employeeId: null, isHr: true, roles: [Role.User, Role.HRManager] },
} satisfies Record<string, SignedIn & ReportingViewer>;
type ViewerName = keyof typeof viewers;
const NAMES = Object.keys(viewers) as ViewerName[];

/** The names of the viewers who may. */
const allowed = (may: (viewer: (typeof viewers)[ViewerName]) => boolean): ViewerName[] =>
  NAMES.filter((name) => may(viewers[name]));

describe('results: who may download a PDF that was made for whom', () => {
  const published = { status: CycleStatus.Closed, reopenedAt: null, resultsPublishedAt: new Date(), settings: {} };
  const owner = { subjectId: 'ana', managerId: 'bea', cycle: published, counts: true };
  const may = (viewerId: string | null, change: Partial<typeof owner> = {}) =>
    allowed((viewer) => mayDownloadReport(viewer, { viewerId }, { ...owner, ...change }));
  const closed = { ...published, resultsPublishedAt: null };

  test.each([
    ['made for HR', null, {}, ['HR']],
    ['made for the subject', 'ana', {}, ['ana', 'HR']],
    ['made for the manager', 'bea', {}, ['bea', 'HR']],
    ['made for someone who sees nothing of it', 'carl', {}, ['HR']],
    ['made for the subject, not published any more', 'ana', { cycle: closed }, ['HR']],
    ['made for the manager, not published any more', 'bea', { cycle: closed }, ['bea', 'HR']],
    ['made for a manager who was replaced', 'bea', { managerId: 'carl' }, ['HR']],
    ['made for the manager, reopened', 'bea', { cycle: { ...closed, status: CycleStatus.Open } }, ['HR']],
    ['made for the subject, withdrawn', 'ana', { counts: false }, ['HR']],
  ] as const)('%s', (_case, viewerId, change, expected) => {
    expect(may(viewerId, change as Partial<typeof owner>)).toEqual(expected);
  });
});

describe('results: who may release them, and when', () => {
  const { Open, Closed, Archived } = CycleStatus;
  const cycle = {
    status: Closed,
    reopenedAt: null,
    resultsPublishedAt: null,
    settings: { release: ReleaseBy.Manager },
  };
  const owner = { subjectId: 'ana', managerId: 'bea', cycle, counts: true };

  test.each([
    ['a Closed cycle', owner, ['bea', 'HR']],
    ['of an employee with another manager', { ...owner, managerId: 'carl' }, ['carl', 'HR']],
    ['of an employee without a manager', { ...owner, managerId: null }, ['HR']],
    ['of an employee who left', { ...owner, counts: false }, []],
    ['a cycle that takes answers', { ...owner, cycle: { ...cycle, status: Open } }, ['HR']],
  ])('%s', (_case, of, expected) => {
    expect(allowed((viewer) => mayRelease(viewer, of))).toEqual(expected);
  });

  test.each([
    [Closed, ReleaseBy.Manager, null],
    [Closed, ReleaseBy.Hr, refusal('RESULTS_RELEASED_BY_HR')],
    [Open, ReleaseBy.Manager, refusal('CYCLE_NOT_CLOSED_FOR_RELEASE', { status: Open })],
    [Archived, ReleaseBy.Manager, refusal('CYCLE_NOT_CLOSED_FOR_RELEASE', { status: Archived })],
  ])('%s with release: %s', (status, release, expected) => {
    expect(releaseRefusal({ status, settings: { release } })).toEqual(expected);
  });
});

describe('files', () => {
  const file = { purpose: FilePurpose.Evidence, createdBy: 'BEA', subjectEmployeeId: null as string | null };
  const isAbove = (name: string | null) => name !== null && viewers.carl.employeeId === name;
  const see = (kept: typeof file) =>
    allowed((viewer) => maySeeFile(viewer, kept, kept.subjectEmployeeId === 'ana' && isAbove(viewer.employeeId)));

  test.each([
    ['an upload', file, ['bea', 'HR']],
    ['evidence of ana', { ...file, subjectEmployeeId: 'ana' }, ['ana', 'bea', 'carl', 'HR']],
    ['an export', { ...file, purpose: FilePurpose.Export }, ['HR']],
    ['the answer to a privacy request', { ...file, purpose: FilePurpose.PersonalData }, []],
  ])('%s is shown to', (_case, kept, expected) => {
    expect(see(kept)).toEqual(expected);
  });

  test('creators and HR delete and attach; what is attached serves the same person again', () => {
    expect(allowed((viewer) => mayDeleteFile(viewer, file))).toEqual(['bea', 'HR']);
    expect(allowed((viewer) => mayAttachFile(viewer, file, 'ana'))).toEqual(['bea', 'HR']);
    const attached = { ...file, subjectEmployeeId: 'ana' };
    expect(allowed((viewer) => mayAttachFile(viewer, attached, 'ana'))).toEqual(NAMES);
    expect(allowed((viewer) => mayAttachFile(viewer, attached, 'bea'))).toEqual([]);
  });
});

describe('rows of one object and of lists are the same rows', () => {
  test('jobs: of HR all, of others those they asked for', () => {
    for (const requestedBy of ['ANA', 'BEA', null]) {
      const seen = allowed((viewer) => maySeeJob(viewer, { requestedBy }));
      expect(seen).toEqual(requestedBy === 'ANA' ? ['ana', 'HR'] : requestedBy === 'BEA' ? ['bea', 'HR'] : ['HR']);
      const listed = allowed((viewer) => (visibleJobs(viewer).requestedBy ?? requestedBy) === requestedBy);
      expect(listed).toEqual(seen);
    }
  });

  test('careers: one’s own, and those of direct reports', () => {
    const people = [
      { id: 'ana', managerId: 'bea', expected: ['ana', 'bea', 'HR'] },
      { id: 'bea', managerId: 'carl', expected: ['bea', 'carl', 'HR'] },
      { id: 'carl', managerId: null, expected: ['carl', 'HR'] },
    ];
    for (const { id, managerId, expected } of people) {
      expect(allowed((viewer) => maySeeCareer(viewer, { _id: id, managerId }))).toEqual(expected);
      const listed = allowed((viewer) => {
        const { $or } = visibleCareers(viewer);
        return (
          $or === undefined || $or.some((some) => ('_id' in some ? some._id === id : some.managerId === managerId))
        );
      });
      expect(listed).toEqual(expected);
    }
  });

  test('development plans: one’s own, and those of everyone below', () => {
    for (const employeeId of ['ana', 'bea', 'carl']) {
      const seen = allowed((viewer) => maySeePlans(viewer, employeeId));
      const expected = { ana: ['ana', 'bea', 'carl', 'HR'], bea: ['bea', 'carl', 'HR'], carl: ['carl', 'HR'] };
      expect(seen).toEqual(expected[employeeId as keyof typeof expected]);
      const listed = allowed((viewer) => {
        const { $and } = visiblePlans(viewer);
        return $and === undefined || $and.every(({ employeeId: { $in } }) => $in.includes(employeeId));
      });
      expect(listed).toEqual(seen);
    }
  });
});

test('a job is repeated with the permission of the first time', () => {
  expect(allowed((viewer) => mayRepeat(viewer, { permission: 'exports:create' }))).toEqual(['HR']);
  expect(allowed((viewer) => mayRepeat(viewer, { permission: 'results:read' }))).toEqual(NAMES);
  expect(allowed((viewer) => mayRepeat(viewer, { why: 'JOB_CANNOT_REPEAT_PAYLOAD' }))).toEqual([]);
});

describe('nominations: who sees and decides on one', () => {
  test.each([
    ['of ana', { subjectId: 'ana', managerId: 'bea' }, ['bea', 'HR'], ['bea', 'HR']],
    [
      'of ana, whose manager in the cycle is carl',
      { subjectId: 'ana', managerId: 'carl' },
      ['carl', 'HR'],
      ['carl', 'HR'],
    ],
    ['of someone without a manager', { subjectId: 'dan', managerId: null }, ['HR'], ['HR']],
  ])('%s', (_case, owner, seen, decided) => {
    expect(allowed((viewer) => maySeeNomination(viewer, owner))).toEqual(seen);
    expect(allowed((viewer) => mayDecideNomination(viewer, owner))).toEqual(decided);
  });

  test('HR sees their own and does not decide on it', () => {
    const viewer = { ...viewers.HR, employeeId: 'ana' };
    const own = { subjectId: 'ana', managerId: 'bea' };
    expect([maySeeNomination(viewer, own), mayDecideNomination(viewer, own)]).toEqual([true, false]);
  });
});
