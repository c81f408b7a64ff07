import {
  isOwnPlan,
  mayDecide,
  maySeePlans,
  mayWritePlans,
  visiblePlans,
} from '../../api/policies/development-plan.policy';
import { DevelopmentPlanStatus, PlanActionStatus, PlanActionType } from '../../shared/growth/development-plan-status';
import type { PlanAction } from '../../shared/growth/development-plan.model';
import {
  actionChangeError,
  isDeletable,
  PlanStep,
  stateAfter,
  transitionError,
} from '../../shared/growth/development-plan.rules';
import type { ReportingViewer } from '../../shared/policies/viewer';

const { Draft, PendingApproval, Approved, Rejected, InProgress, Completed, Cancelled } = DevelopmentPlanStatus;

const action = (fields: Partial<PlanAction> = {}): PlanAction => ({
  id: 'a',
  title: 'Read',
  type: PlanActionType.Formal,
  competencyId: null,
  requirementId: null,
  requirement: null,
  dueDate: null,
  status: PlanActionStatus.NotStarted,
  evidenceFileIds: [],
  ...fields,
});

describe('steps of a development plan', () => {
  const TABLE: [PlanStep, DevelopmentPlanStatus[], DevelopmentPlanStatus][] = [
    [PlanStep.Submit, [Draft, Rejected], PendingApproval],
    [PlanStep.Approve, [PendingApproval], Approved],
    [PlanStep.Reject, [PendingApproval], Rejected],
    [PlanStep.Start, [Approved], InProgress],
    [PlanStep.Complete, [InProgress], Completed],
    [PlanStep.Cancel, [Draft, PendingApproval, Approved, Rejected, InProgress], Cancelled],
  ];
  const cells = TABLE.flatMap(([step, from]) =>
    Object.values(DevelopmentPlanStatus).map((status) => ({ step, status, may: from.includes(status) })),
  );

  test.each(cells)('$step from $status: $may', ({ step, status, may }) => {
    const obstacle = transitionError(step, { status, actions: [] });
    if (may) expect(obstacle).toBeNull();
    else expect(typeof obstacle === 'object' ? obstacle?.message : obstacle).toContain(`The plan is ${status}`);
  });

  test.each(TABLE)('%s leads from %j to %s', (step, _from, to) => expect(stateAfter(step)).toBe(to));

  test.each([
    ['no actions', [], true],
    ['all done or dropped', [PlanActionStatus.Completed, PlanActionStatus.Cancelled], true],
    ['one not started', [PlanActionStatus.Completed, PlanActionStatus.NotStarted], false],
    ['one under way', [PlanActionStatus.InProgress], false],
  ])('complete with %s', (_case, statuses, may) => {
    const plan = { status: InProgress, actions: statuses.map((status) => action({ status })) };
    expect(transitionError(PlanStep.Complete, plan) === null).toBe(may);
  });
});

describe('what changes in which state', () => {
  const titled = action({ title: 'Write' });
  const proven = action({ status: PlanActionStatus.Completed, evidenceFileIds: ['f'] });
  test.each([
    [Draft, true, true, true],
    [Rejected, true, true, true],
    [PendingApproval, false, false, false],
    [Approved, false, true, false],
    [InProgress, false, true, false],
    [Completed, false, false, false],
    [Cancelled, false, false, true],
  ])('%s: title of an action %s, status and evidence %s, deleting the plan %s', (status, title, evidence, deletion) => {
    expect(actionChangeError(status, action(), titled) === null).toBe(title);
    expect(actionChangeError(status, action(), proven) === null).toBe(evidence);
    expect(isDeletable(status)).toBe(deletion);
  });
});

describe('who sees, writes and decides', () => {
  const nobody: ReportingViewer = { isHr: false, employeeId: null, directReportIds: new Set(), reportIds: new Set() };
  const chain = { directReportIds: new Set(['bea']), reportIds: new Set(['bea', 'ana']) };
  /** The plan is ana's; bea manages ana, carl manages bea. */
  test.each<[string, ReportingViewer, string]>([
    ['an account without employee', nobody, ''],
    ['someone else', { ...nobody, employeeId: 'dan' }, ''],
    ['ana', { ...nobody, employeeId: 'ana' }, 'sw'],
    ['bea', { ...nobody, employeeId: 'bea', directReportIds: new Set(['ana']), reportIds: new Set(['ana']) }, 'swd'],
    ['carl', { ...nobody, employeeId: 'carl', ...chain }, 's'],
    ['HR', { ...nobody, isHr: true }, 'swd'],
    ['HR whose own plan it is', { ...nobody, isHr: true, employeeId: 'ana' }, 'sw'],
  ])('%s: "%s"', (_who, viewer, expected) => {
    const may = [
      maySeePlans(viewer, 'ana') ? 's' : '',
      mayWritePlans(viewer, 'ana') ? 'w' : '',
      mayDecide(viewer, 'ana') ? 'd' : '',
    ];
    expect(may.join('')).toBe(expected);
    const [filter] = visiblePlans(viewer).$and ?? [];
    expect(filter === undefined || filter.employeeId.$in.includes('ana')).toBe(expected.includes('s'));
    expect(isOwnPlan(viewer, 'ana')).toBe(viewer.employeeId === 'ana');
  });
});
