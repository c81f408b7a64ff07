import { ReleaseBy } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import {
  Audience,
  type CycleState,
  enterStatus,
  GapSource,
  gapSource,
  resultsReleasedAt,
  type ResultsState,
  showsGaps,
  showsResults,
} from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { ResultView, resultView } from '../../shared/policies/result.policy';

const { Draft, Open, InProgress, Closed, Archived } = CycleStatus;
const AT = new Date('2026-11-01T00:00:00Z');
const LATER = new Date('2026-11-02T00:00:00Z');

const cycle = (
  status: CycleStatus,
  facts: { closed?: boolean; reopened?: boolean; published?: boolean },
  release?: ReleaseBy,
): CycleState & ResultsState => ({
  status,
  closedAt: facts.closed ? AT : null,
  reopenedAt: facts.reopened ? AT : null,
  resultsPublishedAt: facts.published ? AT : null,
  settings: release ? { release } : {}, // cycles stored before the setting existed have none
});

const [closed, reopened, published] = [true, true, true];
const { Own, LastClosed, None } = GapSource;

describe('which cycles show gaps, nine-box and results to whom', () => {
  // Columns: own gaps and nine-box; whose gaps a reader gets; results to managers; to subjects. HR sees results always.
  test.each<[CycleStatus, Parameters<typeof cycle>[1], boolean, GapSource, boolean, boolean]>([
    [Draft, {}, false, None, false, false],
    [Open, {}, false, LastClosed, false, false],
    [InProgress, {}, false, LastClosed, false, false],
    [Closed, { closed }, true, Own, true, false],
    [Closed, { closed, published }, true, Own, true, true],
    [Archived, { closed }, true, Own, true, false],
    [Archived, { closed, published }, true, Own, true, true],
    [Archived, {}, false, None, true, false], // archived without ever being closed: there are no gaps
    [Draft, { reopened }, false, None, false, false],
    [Open, { reopened }, false, None, false, false],
    [InProgress, { reopened }, false, None, false, false],
    [Open, { reopened, published }, false, None, false, false], // a publication outside of its time shows nothing
    [Closed, { closed, reopened }, true, Own, false, false],
    [Closed, { closed, reopened, published }, true, Own, true, true],
    [Archived, { reopened }, false, None, false, false], // its answers may have changed since the gaps
    [Archived, { closed, reopened, published }, true, Own, true, true],
  ])('%s %j', (status, facts, gaps, source, manager, subject) => {
    const state = cycle(status, facts);
    expect([showsGaps(state), gapSource(state)]).toEqual([gaps, source]);
    expect(Object.values(Audience).map((audience) => showsResults(state, audience))).toEqual([true, manager, subject]);
  });

  test('a cycle stored before there was `reopenedAt` was never reopened', () => {
    const { reopenedAt: _, ...stored } = cycle(Closed, { closed });
    expect(showsResults(stored as CycleState & ResultsState, Audience.Manager)).toBe(true);
  });
});

describe('results that managers release', () => {
  const EARLIER = new Date(AT.getTime() - 1);
  // Columns: when the subject's results were released alone; since when the subject sees them; whether the manager does.
  test.each<[CycleStatus, Parameters<typeof cycle>[1], ReleaseBy, Date | null, Date | null, boolean]>([
    [Closed, { closed }, ReleaseBy.Manager, null, null, true],
    [Closed, { closed }, ReleaseBy.Manager, LATER, LATER, true],
    [Archived, { closed }, ReleaseBy.Manager, LATER, LATER, true],
    [Closed, { closed, published }, ReleaseBy.Manager, null, AT, true], // publishing releases all that are left
    [Closed, { closed, published }, ReleaseBy.Manager, EARLIER, EARLIER, true],
    [Closed, { closed, reopened }, ReleaseBy.Manager, null, null, true], // again as soon as it is Closed
    [Closed, { closed, reopened }, ReleaseBy.Manager, EARLIER, null, true], // the reopening withdrew the release
    [Closed, { closed, reopened }, ReleaseBy.Manager, AT, null, true],
    [Closed, { closed, reopened }, ReleaseBy.Manager, LATER, LATER, true],
    [Closed, { closed }, ReleaseBy.Hr, LATER, null, true], // the setting was changed back
    [Closed, { closed, reopened }, ReleaseBy.Hr, LATER, null, false],
  ])('%s %j, release: %s, released alone: %s', (status, facts, release, own, since, manager) => {
    const state = cycle(status, facts, release);
    expect(resultsReleasedAt(state, own)).toEqual(since);
    expect(showsResults(state, Audience.Subject, own)).toBe(since !== null);
    expect(showsResults(state, Audience.Manager, own)).toBe(manager);
  });

  test('nothing of a cycle that takes answers is shown', () => {
    const state = cycle(Open, { reopened }, ReleaseBy.Manager);
    expect([Audience.Subject, Audience.Manager].map((who) => showsResults(state, who, LATER))).toEqual([false, false]);
  });
});

describe('what a change of status does', () => {
  const reopens = { closedAt: null, resultsPublishedAt: null, reopenedAt: LATER };
  const opens = { closedAt: null, resultsPublishedAt: null };
  test.each<[CycleStatus, boolean, CycleStatus, object, boolean]>([
    [Draft, false, Open, { ...opens, openedAt: LATER }, false],
    [Draft, false, Draft, opens, false],
    [Open, false, InProgress, opens, false],
    [Open, false, Closed, { closedAt: LATER }, true],
    [Draft, false, Closed, { closedAt: LATER }, true],
    [Closed, true, Open, reopens, false],
    [Closed, true, InProgress, reopens, false],
    [Closed, true, Draft, reopens, false],
    [Archived, true, Open, reopens, false],
    [Archived, false, Open, reopens, false],
    [Closed, true, Archived, {}, false],
    [Open, false, Archived, {}, false],
    [Archived, true, Closed, {}, true], // closedAt stays, the gaps are calculated again
    [Archived, false, Closed, { closedAt: LATER }, true], // it was never closed
  ])('%s (closed: %s) becomes %s', (before, wasClosed, status, changes, closes) => {
    expect(enterStatus(cycle(before, { closed: wasClosed }), status, LATER)).toEqual({ changes, closes });
  });
});

describe('how much of the results of a subject a viewer gets', () => {
  const owner = {
    subjectId: 'subject',
    managerId: 'manager',
    cycle: cycle(Closed, { closed, published }),
    counts: true,
  };
  test.each([
    ['HR', { isHr: true, employeeId: null }, ResultView.Full],
    ['HR about themselves', { isHr: true, employeeId: 'subject' }, ResultView.Full],
    ['the subject', { isHr: false, employeeId: 'subject' }, ResultView.Anonymous],
    ['the manager', { isHr: false, employeeId: 'manager' }, ResultView.Anonymous],
    ['anyone else', { isHr: false, employeeId: 'other' }, null],
    ['an account without employee', { isHr: false, employeeId: null }, null],
  ])('%s', (_who, viewer, view) => {
    expect(resultView(viewer, owner)).toBe(view);
  });

  test('a subject without manager is no direct report of an account without employee', () => {
    expect(resultView({ isHr: false, employeeId: null }, { ...owner, managerId: null })).toBeNull();
  });
});
