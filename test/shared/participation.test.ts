import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import {
  canAnswer,
  isListed,
  isListedForEvaluator,
  isWithdrawn,
  participantCounts,
  type ParticipantFacts,
  subjectCounts,
} from '../../shared/evaluation/participants/participation.rules';
import {
  CAN_ANSWER,
  COUNTED_PARTICIPANTS,
  COUNTED_SUBJECTS,
  LISTED,
  LISTED_FOR_EVALUATOR,
  NOT_WITHDRAWN,
} from '../../shared/evaluation/participants/participation.store';
import { Presence } from '../../shared/evaluation/participants/presence';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { newId } from '../../shared/kernel/ids';
import { withinTenant } from '../factories/tenant';
import { useDatabase } from '../support/database';

useDatabase();

const FACTS: ParticipantFacts[] = Object.values(ParticipantStatus).flatMap((status) =>
  Object.values(Presence).flatMap((evaluatorPresence) =>
    Object.values(Presence).map((subjectPresence) => ({ status, evaluatorPresence, subjectPresence })),
  ),
);
const keyOf = ({ status, evaluatorPresence, subjectPresence }: ParticipantFacts): string =>
  `${status} ${evaluatorPresence} ${subjectPresence}`;
const scope = newId();

beforeAll(async () => {
  await withinTenant(scope, async () =>
    ParticipantModel.create(
      FACTS.map((facts) => ({
        cycleId: newId(),
        subjectId: newId(),
        evaluatorId: newId(),
        evaluatorType: EvaluatorType.Peer,
        origin: ParticipantOrigin.Manual,
        answers: [],
        ...facts,
      })),
    ),
  );
});

describe('the filters say to the database what the rules say', () => {
  test.each<[string, object, (facts: ParticipantFacts) => boolean]>([
    ['asked', CAN_ANSWER, (facts) => canAnswer(facts, CycleStatus.Open)],
    ['not withdrawn', NOT_WITHDRAWN, (facts) => !isWithdrawn(facts)],
    ['participants who count', COUNTED_PARTICIPANTS, participantCounts],
    ['subjects who count', COUNTED_SUBJECTS, subjectCounts],
    ['listed for HR', LISTED, isListed],
    ['listed for the evaluator', LISTED_FOR_EVALUATOR, isListedForEvaluator],
  ])('%s, over every combination of facts', async (_name, filter, rule) => {
    const found = await withinTenant(scope, async () => ParticipantModel.find(filter).lean<ParticipantFacts[]>());
    const expected = FACTS.filter(rule).map(keyOf);
    expect(found.map(keyOf).sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(FACTS.length);
  });
});
