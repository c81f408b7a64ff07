import {
  answersAreWritable,
  CycleStatus,
  cycleStatusNumber,
  parseCycleStatus,
} from '../../shared/evaluation/cycles/cycle-status';
import { countsAsSubmitted, ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { DEFAULT_WEIGHTS, EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';

describe('cycle states', () => {
  test.each([
    [CycleStatus.Draft, 0, false],
    [CycleStatus.Open, 1, true],
    [CycleStatus.InProgress, 2, true],
    [CycleStatus.Closed, 3, false],
    [CycleStatus.Archived, 4, false],
  ])('%s is number %i; answers writable: %s', (status, number, writable) => {
    expect(cycleStatusNumber(status)).toBe(number);
    expect(parseCycleStatus(String(number))).toBe(status);
    expect(parseCycleStatus(status)).toBe(status);
    expect(answersAreWritable(status)).toBe(writable);
  });

  test.each(['', '5', '-1', '03', ' 3', '3.0', 'closed', 'Finished', 'constructor'])('%j is no state', (text) => {
    expect(parseCycleStatus(text)).toBeNull();
  });
});

describe('participants', () => {
  test.each([
    [ParticipantStatus.InProgress, false],
    [ParticipantStatus.Submitted, true],
    [ParticipantStatus.Acknowledged, true],
  ])('%s counts as submitted: %s', (status, counts) => {
    expect(countsAsSubmitted(status)).toBe(counts);
  });

  test('default weights', () => {
    expect(EVALUATOR_TYPES.map((type) => [type, DEFAULT_WEIGHTS[type]])).toEqual([
      ['Self', 0.2],
      ['Manager', 0.5],
      ['Peer', 0.2],
      ['DirectReport', 0.05],
      ['Stakeholder', 0.05],
    ]);
    expect(new Set(EVALUATOR_TYPES)).toEqual(new Set(Object.values(EvaluatorType)));
  });
});
