import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import {
  evaluatorChangeRefusal,
  validateEvaluator,
  managerToAsk,
} from '../../shared/evaluation/participants/evaluator-change.rules';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { Presence } from '../../shared/evaluation/participants/presence';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { EmployeeStatus } from '../../shared/people/employee-status';

const { Self, Manager, Peer, DirectReport, Stakeholder } = EvaluatorType;
const { Present, Left, Deleted } = Presence;
const row = {
  evaluatorType: Peer,
  status: ParticipantStatus.InProgress,
  evaluatorPresence: Present,
  subjectPresence: Present,
};

describe('whom HR can replace or remove', () => {
  test.each<[string, Partial<typeof row>, CycleStatus, string | null]>([
    ['a peer', {}, CycleStatus.Open, null],
    ['a manager', { evaluatorType: Manager }, CycleStatus.InProgress, null],
    ['a stakeholder of a Draft cycle', { evaluatorType: Stakeholder }, CycleStatus.Draft, null],
    ['an evaluator who left', { evaluatorPresence: Left }, CycleStatus.Open, null],
    ['the subject', { evaluatorType: Self }, CycleStatus.Open, 'Self'],
    ['who has submitted', { status: ParticipantStatus.Submitted }, CycleStatus.Open, 'Submitted'],
    ['in a Closed cycle', {}, CycleStatus.Closed, 'Closed'],
    ['in an Archived cycle', {}, CycleStatus.Archived, 'Archived'],
    ['about someone who left', { subjectPresence: Left }, CycleStatus.Open, 'left'],
  ])('%s', (_case, change, cycleStatus, refusal) => {
    const found = evaluatorChangeRefusal({ ...row, ...change }, cycleStatus);
    if (refusal === null) expect(found).toBeNull();
    else expect(typeof found === 'object' ? found?.message : found).toContain(refusal);
  });
});

describe('who may evaluate', () => {
  const subject = { id: 'subject', managerIds: ['boss', 'new boss', null] };
  const active = EmployeeStatus.Active;
  test.each<[string, EvaluatorType, string, EmployeeStatus, string | null, string | null]>([
    ['a colleague as Peer', Peer, 'ana', active, 'boss', null],
    ['a report as DirectReport', DirectReport, 'ana', active, 'subject', null],
    ['a report as Stakeholder', Stakeholder, 'ana', active, 'subject', null],
    ['another manager', Manager, 'boss', active, null, null],
    ['the subject', Stakeholder, 'subject', active, 'boss', 'subject'],
    ['someone OnLeave', Peer, 'ana', EmployeeStatus.OnLeave, null, 'Active'],
    ['a leaver', Manager, 'ana', EmployeeStatus.Terminated, null, 'Active'],
    ['the manager of the cycle as Peer', Peer, 'boss', active, null, 'manager'],
    ['the manager of today as Peer', Peer, 'new boss', active, null, 'manager'],
    ['a report as Peer', Peer, 'ana', active, 'subject', 'report'],
    ['a DirectReport who is none', DirectReport, 'ana', active, 'boss', 'report'],
  ])('%s', (_case, type, id, status, managerId, message) => {
    const errors = validateEvaluator(type, { id, status, managerId }, subject);
    if (message === null) expect(errors).toEqual([]);
    else expect(errors).toMatchObject([{ field: 'evaluatorId', message: expect.stringContaining(message) }]);
  });
});

describe('which manager the generation asks', () => {
  const withdrawn = { ...row, evaluatorPresence: Left };
  const choice = {
    remembered: 'old',
    present: 'new',
    row: undefined,
    managerRemoved: false,
    isActive: () => true,
    hasRole: () => false,
  };
  test.each<[string, Partial<Parameters<typeof managerToAsk>[0]>, string | null]>([
    ['no row: the one that the evaluation remembers', {}, 'old'],
    ['no row and none remembered: the present one', { remembered: null }, 'new'],
    ['no row and the remembered one is not Active: the present one', { isActive: (id) => id === 'new' }, 'new'],
    ['a row: nobody else', { row }, null],
    ['a submitted row of a leaver: nobody else', { row: { ...withdrawn, status: ParticipantStatus.Submitted } }, null],
    ['a withdrawn row: the present one', { row: withdrawn }, 'new'],
    ['a withdrawn row of a deleted manager', { row: { ...row, evaluatorPresence: Deleted } }, 'new'],
    ['a withdrawn row and no present manager', { row: withdrawn, present: null }, null],
    ['a withdrawn row and a present manager who is not Active', { row: withdrawn, isActive: () => false }, null],
    ['the present manager is a peer already', { row: withdrawn, hasRole: (id) => id === 'new' }, null],
    ['HR removed the manager', { managerRemoved: true }, null],
  ])('%s', (_case, change, expected) => {
    expect(managerToAsk({ ...choice, ...change })).toBe(expected);
  });
});
