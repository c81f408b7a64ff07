import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import {
  answerRefusal,
  followsPeople,
  canAnswer,
  isListed,
  isListedForEvaluator,
  isReminded,
  isWithdrawn,
  participantCounts,
  presenceOf,
  reopeningRefusal,
  subjectCounts,
} from '../../shared/evaluation/participants/participation.rules';
import { Presence } from '../../shared/evaluation/participants/presence';
import { EmployeeStatus } from '../../shared/people/employee-status';

const { InProgress, Submitted, Acknowledged } = ParticipantStatus;
const { Present, Left, Deleted } = Presence;
const { Draft, Open, Closed, Archived } = CycleStatus;

describe('who is asked, who counts, who may still act', () => {
  // evaluator, subject, status: withdrawn, asked in an Open cycle, counts, listed for HR, listed for the evaluator, may answer
  test.each<[Presence, Presence, ParticipantStatus, boolean, boolean, boolean, boolean, boolean, boolean]>([
    [Present, Present, InProgress, false, true, true, true, true, true],
    [Present, Present, Submitted, false, false, true, true, true, false],
    [Present, Present, Acknowledged, false, false, true, true, true, false],
    [Left, Present, InProgress, true, false, false, true, false, false],
    [Left, Present, Submitted, false, false, true, true, true, false],
    [Deleted, Present, InProgress, true, false, false, true, false, false],
    [Deleted, Present, Submitted, false, false, true, true, true, false],
    [Present, Left, InProgress, true, false, false, true, false, false],
    [Present, Left, Submitted, false, false, false, true, true, false],
    [Left, Left, InProgress, true, false, false, true, false, false],
    [Left, Left, Acknowledged, false, false, false, true, true, false],
    [Present, Deleted, InProgress, true, false, false, false, false, false],
    [Present, Deleted, Submitted, false, false, false, false, false, false],
    [Deleted, Deleted, Submitted, false, false, false, false, false, false],
  ])('evaluator %s, subject %s, %s', (evaluatorPresence, subjectPresence, status, ...expected) => {
    const facts = { evaluatorPresence, subjectPresence, status };
    expect([
      isWithdrawn(facts),
      canAnswer(facts, Open),
      participantCounts(facts),
      isListed(facts),
      isListedForEvaluator(facts),
      answerRefusal(facts, Open) === null,
    ]).toEqual(expected);
    expect(subjectCounts(facts)).toBe(subjectPresence === Present);
    expect(canAnswer(facts, Closed)).toBe(false);
    expect(answerRefusal(facts, Closed)).not.toBeNull();
  });

  test.each<[CycleStatus, boolean, boolean]>([
    [Draft, true, false],
    [Open, true, true],
    [CycleStatus.InProgress, true, true],
    [Closed, false, false],
    [Archived, false, false],
  ])('a cycle that is %s', (status, follows, asks) => {
    const facts = { evaluatorPresence: Present, subjectPresence: Present, status: InProgress };
    expect([followsPeople(status), canAnswer(facts, status)]).toEqual([follows, asks]);
  });

  test.each<[EmployeeStatus, boolean, Presence | null, boolean]>([
    [EmployeeStatus.Active, false, Present, true],
    [EmployeeStatus.OnLeave, false, null, false],
    [EmployeeStatus.Terminated, false, Left, false],
    [EmployeeStatus.Active, true, Deleted, true],
    [EmployeeStatus.OnLeave, true, Deleted, false],
    [EmployeeStatus.Terminated, true, Deleted, false],
  ])('%s, deleted %s: rows become %s, reminded %s', (status, isDeleted, presence, reminded) => {
    expect(presenceOf({ status, isDeleted })).toBe(presence);
    expect(isReminded(status)).toBe(reminded);
  });

  test.each<[string, Presence, Presence, ParticipantStatus, CycleStatus, boolean]>([
    ['submitted in an Open cycle', Present, Present, Submitted, Open, true],
    ['not submitted', Present, Present, InProgress, Open, false],
    ['submitted in a Closed cycle', Present, Present, Submitted, Closed, false],
    ['by someone who left', Left, Present, Submitted, Open, false],
    ['about someone who left', Present, Left, Acknowledged, Open, false],
  ])('giving back an evaluation %s', (_case, evaluatorPresence, subjectPresence, status, cycleStatus, possible) => {
    const refusal = reopeningRefusal({ evaluatorPresence, subjectPresence, status }, cycleStatus);
    expect(refusal === null).toBe(possible);
  });

  test('rows without a presence, written before there was one, are Present', () => {
    const facts: { status: ParticipantStatus; evaluatorPresence: Presence; subjectPresence: Presence } =
      JSON.parse('{"status":"InProgress"}');
    expect([canAnswer(facts, Open), participantCounts(facts)]).toEqual([true, true]);
  });
});
