import { toInstant } from '../../../../shared/kernel/clock';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import type { Instant } from '../../../http/types';
import type { CycleV1 } from '../../cycles.dto';
import { readCycles } from '../../cycles.queries';
import type { GoalV1, KeyResultV1 } from '../../goals.dto';
import { listGoalsV1 } from '../../goals.queries';
import type { PulseSurveyV1 } from '../../pulse-surveys.dto';
import { readPulseSurveys } from '../../pulse-surveys.queries';
import { type Places, storedAs } from '../condition';
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
import { type EntitySet, sortedRows } from '../entity-set';
import type { Row } from '../filter-expression';

/** A row with the time of its last change. */
type Dated<T> = T & { updatedAt: Instant };

/** Returns a set of which all rows that its places let through are read at once: an organization has hundreds, not thousands. */
function smallSet<T>(
  set: Pick<EntitySet, 'name' | 'entity' | 'scope'> & { properties: Properties<T> },
  places: Places,
  read: (where: object) => Promise<Row[]>,
): EntitySet {
  const key = ['id'];
  return {
    ...set,
    key,
    async *rows(slice) {
      const where = slice.condition(places);
      if (where !== null) yield* sortedRows({ key }, await read(where), slice);
    },
  };
}

const ID: Places = { id: { field: '_id' } };

const CYCLE: Properties<Dated<CycleV1>> = {
  id: guid,
  name: text,
  status: text,
  startDate: dateOrNull,
  endDate: dateOrNull,
  closedAt: instantOrNull,
  subjects: whole,
  participants: whole,
  submitted: whole,
  updatedAt: instant,
};

export const cycles = smallSet(
  { name: 'Cycles', entity: 'Cycle', scope: ApiKeyScope.Cycles, properties: CYCLE },
  { ...ID, ...storedAs('name', 'status', 'startDate', 'endDate', 'closedAt', 'updatedAt') },
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
  {
    ...ID,
    ...storedAs('title', 'description', 'level', 'status', 'ownerEmployeeId', 'departmentId', 'parentId'),
    ...storedAs('startDate', 'dueDate', 'updatedAt'),
  },
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
  { goalId: { field: '_id' }, goal: { field: 'title' }, updatedAt: { field: 'updatedAt' } },
  async (where) =>
    (await listGoalsV1(where)).flatMap((goal) =>
      goal.keyResults.map((keyResult) => ({
        ...keyResult,
        goalId: goal.id,
        goal: goal.title,
        updatedAt: goal.updatedAt,
      })),
    ),
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
  { ...ID, ...storedAs('name', 'status', 'openedAt', 'closedAt', 'updatedAt') },
  async (where) =>
    (await readPulseSurveys(where)).map(({ survey, updatedAt }) => ({ ...survey, updatedAt: toInstant(updatedAt) })),
);
