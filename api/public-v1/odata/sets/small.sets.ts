import { toInstant } from '../../../../shared/kernel/clock';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import type { Instant } from '../../../http/types';
import type { CycleV1 } from '../../cycles.dto';
import { readCycles } from '../../cycles.queries';
import type { GoalV1, KeyResultV1 } from '../../goals.dto';
import { listGoalsV1 } from '../../goals.queries';
import type { PulseSurveyV1 } from '../../pulse-surveys.dto';
import { readPulseSurveys } from '../../pulse-surveys.queries';
import {
  dateOrNull,
  decimal,
  decimalOrNull,
  guid,
  guidOrNull,
  instant,
  instantOrNull,
  type Properties,
  text,
  textOrNull,
  whole,
  wholeOrNull,
} from '../edm';
import { among, type EntitySet, sortedRows } from '../entity-set';
import type { Row } from '../filter-expression';

type Dated<T> = T & { updatedAt: Instant };

/** Returns a set whose rows are read at once: an organization has hundreds. `documentId` is their property for the document's id. */
function smallSet<T>(
  set: Pick<EntitySet, 'name' | 'entity' | 'scope'> & { properties: Properties<T> },
  read: (where: object) => Promise<Row[]>,
  documentId = 'id',
): EntitySet {
  const key = ['id'];
  return {
    ...set,
    key,
    async *rows(slice) {
      const { since, until } = slice;
      const changed = { ...(since && { $gte: since }), ...(until && { $lt: until }) };
      const where = { $and: [among('_id', slice, documentId), since || until ? { updatedAt: changed } : {}] };
      yield* sortedRows({ key }, await read(where), slice);
    },
  };
}

const CYCLE: Properties<Dated<CycleV1>> = {
  id: guid,
  name: text,
  status: text,
  startDate: dateOrNull,
  endDate: dateOrNull,
  closedAt: instantOrNull,
  resultsPublishedAt: instantOrNull,
  scaleMin: wholeOrNull,
  scaleMax: wholeOrNull,
  subjects: whole,
  participants: whole,
  submitted: whole,
  updatedAt: instant,
};

export const cycles = smallSet(
  { name: 'Cycles', entity: 'Cycle', scope: ApiKeyScope.Cycles, properties: CYCLE },
  async (where) =>
    (await readCycles(where)).map(({ cycle, updatedAt }) => ({ ...cycle, updatedAt: toInstant(updatedAt) })),
);

const GOAL: Properties<Omit<GoalV1, 'keyResults'>> = {
  id: guid,
  title: text,
  description: textOrNull,
  level: text,
  status: text,
  ownerEmployeeId: guidOrNull,
  owner: textOrNull,
  departmentId: guidOrNull,
  department: textOrNull,
  parentId: guidOrNull,
  startDate: dateOrNull,
  dueDate: dateOrNull,
  progress: decimal,
  updatedAt: instant,
};

export const goals = smallSet(
  { name: 'Goals', entity: 'Goal', scope: ApiKeyScope.Goals, properties: GOAL },
  async (where) => (await listGoalsV1(where)).map(({ keyResults: _keyResults, ...goal }) => goal),
);

const KEY_RESULT: Properties<Dated<KeyResultV1> & { goalId: string; goal: string }> = {
  id: guid,
  goalId: guid,
  goal: text,
  title: text,
  unit: textOrNull,
  startValue: decimal,
  targetValue: decimal,
  currentValue: decimal,
  weight: decimal,
  progress: decimal,
  updatedAt: instant,
};

export const keyResults = smallSet(
  { name: 'KeyResults', entity: 'KeyResult', scope: ApiKeyScope.Goals, properties: KEY_RESULT },
  async (where) =>
    (await listGoalsV1(where)).flatMap((goal) =>
      goal.keyResults.map((keyResult) => ({
        ...keyResult,
        goalId: goal.id,
        goal: goal.title,
        updatedAt: goal.updatedAt,
      })),
    ),
  'goalId',
);

const PULSE_SURVEY: Properties<Dated<PulseSurveyV1>> = {
  id: guid,
  name: text,
  status: text,
  openedAt: instantOrNull,
  closedAt: instantOrNull,
  invited: wholeOrNull,
  responses: whole,
  participationRate: decimalOrNull,
  eNPS: wholeOrNull,
  updatedAt: instant,
};

export const pulseSurveys = smallSet(
  { name: 'PulseSurveys', entity: 'PulseSurvey', scope: ApiKeyScope.PulseSurveys, properties: PULSE_SURVEY },
  async (where) =>
    (await readPulseSurveys(where)).map(({ survey, updatedAt }) => ({ ...survey, updatedAt: toInstant(updatedAt) })),
);
