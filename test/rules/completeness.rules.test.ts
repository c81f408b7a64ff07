import { cycleIsComplete, participation, subjectIsComplete } from '../../shared/evaluation/completeness.rules';
import { CycleStatus } from '../../shared/evaluation/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';

const { InProgress, Submitted, Acknowledged } = ParticipantStatus;

describe('spec 2.7: participation', () => {
  test('submitted counts the acknowledged ones too', () => {
    const counts = participation([InProgress, Submitted, Submitted, Acknowledged]);
    expect(counts).toEqual({ totalParticipants: 4, submitted: 3, acknowledged: 1 });
  });
});

describe('spec 2.6.4: complete reports', () => {
  test.each<[string, CycleStatus, ParticipantStatus[], boolean, boolean, boolean]>([
    ['closed, everybody done', CycleStatus.Closed, [Submitted, Acknowledged], false, false, true],
    ['one still at it', CycleStatus.Closed, [Submitted, InProgress], false, false, false],
    ['not closed yet', CycleStatus.InProgress, [Submitted], false, false, false],
    ['archived is not closed', CycleStatus.Archived, [Submitted], false, false, false],
    ['calibration used, not applied', CycleStatus.Closed, [Submitted], true, false, false],
    ['calibration used and applied', CycleStatus.Closed, [Submitted], true, true, true],
    ['no evaluators', CycleStatus.Closed, [], false, false, false],
  ])('%s', (_name, cycleStatus, statuses, useCalibration, calibrationApplied, complete) => {
    const subject = { cycleStatus, participation: participation(statuses), useCalibration, calibrationApplied };
    expect(subjectIsComplete(subject)).toBe(complete);
  });

  test.each([
    ['all subjects', [true, true], true],
    ['all but one', [true, false], false],
    ['none', [], false],
  ])('a cycle with %s', (_name, subjects, complete) => {
    expect(cycleIsComplete(subjects.map((subject) => ({ complete: subject })))).toBe(complete);
  });
});
