import type { EntitySet } from './entity-set';
import { employees } from './sets/employees.set';
import { competencyScores, participation, surveyFigures } from './sets/figures.sets';
import { gaps } from './sets/gaps.set';
import { nineBox } from './sets/nine-box.set';
import { scores } from './sets/scores.set';
import { cycles, goals, keyResults, pulseSurveys } from './sets/small.sets';

/** The entity sets: the one table from which addresses, metadata and documentation are derived. */
export const ENTITY_SETS: readonly EntitySet[] = [
  employees,
  cycles,
  goals,
  keyResults,
  pulseSurveys,
  scores,
  gaps,
  nineBox,
  competencyScores,
  participation,
  surveyFigures,
];
