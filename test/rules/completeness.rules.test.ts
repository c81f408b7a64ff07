import { type Participation, subjectIsComplete } from '../../shared/evaluation/completeness.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import type { ParticipantFacts } from '../../shared/evaluation/participants/participation.rules';
import { Presence } from '../../shared/evaluation/participants/presence';
import { participationOf, tallySubject } from '../../shared/evaluation/subject-tally.rules';
import { DEFAULT_WEIGHTS, EvaluatorType } from '../../shared/framework/evaluator-type';

const { InProgress, Submitted, Acknowledged } = ParticipantStatus;
const { Present, Left, Deleted } = Presence;
const here = (status: ParticipantStatus): ParticipantFacts => ({
  status,
  evaluatorPresence: Present,
  subjectPresence: Present,
});

/** What is stored of these evaluators is what counts. */
function participation(evaluators: readonly ParticipantFacts[]): Participation {
  const participants = evaluators.map((facts) => ({
    ...facts,
    evaluatorType: EvaluatorType.Peer,
    score: null,
    potential: null,
  }));
  const evaluation = { subjectPresence: Present, calibrated: null, calibratedAt: null };
  const scoring = { weights: DEFAULT_WEIGHTS, scale: { min: 1, max: 5 } };
  return participationOf(tallySubject(participants, evaluation, scoring).tally);
}

describe('participation', () => {
  test('submitted counts the acknowledged ones too', () => {
    const counts = participation([InProgress, Submitted, Submitted, Acknowledged].map(here));
    expect(counts).toEqual({ totalParticipants: 4, submitted: 3, acknowledged: 1 });
  });

  test.each([Left, Deleted])('of evaluators who are %s only what was submitted counts', (presence) => {
    const gone = [InProgress, Submitted].map((status) => ({ ...here(status), evaluatorPresence: presence }));
    expect(participation([here(InProgress), ...gone])).toEqual({ totalParticipants: 2, submitted: 1, acknowledged: 0 });
  });
});

describe('complete reports', () => {
  const at = new Date(0);
  test.each<[string, CycleStatus, Date | null, ParticipantStatus[], boolean, boolean, boolean]>([
    ['closed, everybody done', CycleStatus.Closed, at, [Submitted, Acknowledged], false, false, true],
    ['one still at it', CycleStatus.Closed, at, [Submitted, InProgress], false, false, false],
    ['not closed yet', CycleStatus.InProgress, null, [Submitted], false, false, false],
    ['archived after it was closed', CycleStatus.Archived, at, [Submitted], false, false, true],
    ['archived without being closed', CycleStatus.Archived, null, [Submitted], false, false, false],
    ['calibration used, not applied', CycleStatus.Closed, at, [Submitted], true, false, false],
    ['calibration used and applied', CycleStatus.Closed, at, [Submitted], true, true, true],
    ['no evaluators', CycleStatus.Closed, at, [], false, false, false],
  ])('%s', (_name, status, closedAt, statuses, useCalibration, calibrationApplied, complete) => {
    const counts = participation(statuses.map(here));
    const subject = {
      cycle: { status, closedAt },
      counts: true,
      participation: counts,
      useCalibration,
      calibrationApplied,
    };
    expect(subjectIsComplete(subject)).toBe(complete);
    // A withdrawn evaluation is never complete
    expect(subjectIsComplete({ ...subject, counts: false })).toBe(false);
  });
});
