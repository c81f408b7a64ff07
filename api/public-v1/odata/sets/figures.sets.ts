import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import type { CompetencyScoreRowV1 } from '../../datasets/dataset-competency-scores.dto';
import { competencyScoreRows } from '../../datasets/dataset-competency-scores.queries';
import type { ParticipationRowV1 } from '../../datasets/dataset-participation.dto';
import { participationRows } from '../../datasets/dataset-participation.queries';
import type { SurveyFigureRowV1 } from '../../datasets/dataset-survey-figures.dto';
import { surveyFigureRows } from '../../datasets/dataset-survey-figures.queries';
import {
  decimal,
  decimalOrNull,
  flag,
  guid,
  guidOrNull,
  instant,
  type Properties,
  text,
  textOrNull,
  whole,
  wholeOrNull,
} from '../edm';
import { among, type EntitySet, keyParts, sortedRows } from '../entity-set';
import { cycleSlices, shownChanges } from './cycle-slice';

type Keyed<T> = T & { id: string };

const COMPETENCY_SCORE: Properties<Keyed<CompetencyScoreRowV1>> = {
  id: text,
  cycleId: guid,
  cycleName: text,
  employeeId: guid,
  employeeCode: textOrNull,
  employee: text,
  department: textOrNull,
  jobProfile: textOrNull,
  competencyId: guid,
  competency: textOrNull,
  evaluatorType: text,
  raters: whole,
  score: decimal,
  requiredLevel: wholeOrNull,
  updatedAt: instant,
};

/** Competency scores; the key consists of cycle, employee, competency and type. */
export const competencyScores: EntitySet = {
  name: 'CompetencyScores',
  entity: 'CompetencyScore',
  scope: ApiKeyScope.Datasets,
  key: ['id'],
  properties: COMPETENCY_SCORE,
  async *rows(slice) {
    for (const { cycle, reading } of await cycleSlices(slice))
      for await (const batch of competencyScoreRows([cycle], shownChanges(slice), reading)) {
        const rows = batch.flatMap((row) => ('isDeleted' in row ? [] : [{ id: idOf(row), updatedAt: null, ...row }]));
        yield* sortedRows({ key: ['id'] }, rows, slice);
      }
  },
};

const idOf = ({ cycleId, employeeId, competencyId, evaluatorType }: CompetencyScoreRowV1): string =>
  [cycleId, employeeId, competencyId, evaluatorType].join(',');

const PARTICIPATION: Properties<Keyed<ParticipationRowV1>> = {
  id: text,
  cycleId: guid,
  cycleName: text,
  departmentId: guidOrNull,
  department: textOrNull,
  evaluatorType: text,
  asked: whole,
  submitted: whole,
  rate: decimal,
  updatedAt: instant,
};

/** Participation; the key consists of cycle, department and type. A cycle has a few rows for each department. */
export const participation: EntitySet = {
  name: 'Participation',
  entity: 'DepartmentParticipation',
  scope: ApiKeyScope.Datasets,
  key: ['id'],
  properties: PARTICIPATION,
  async *rows(slice) {
    for (const { cycle } of await cycleSlices(slice))
      for await (const batch of participationRows([cycle], shownChanges(slice))) {
        const rows = batch.map((row) => ({
          id: [row.cycleId, row.departmentId ?? '', row.evaluatorType].join(','),
          updatedAt: null,
          ...row,
        }));
        yield* sortedRows({ key: ['id'] }, rows, slice);
      }
  },
};

const SURVEY_FIGURE: Properties<Keyed<SurveyFigureRowV1>> = {
  id: text,
  surveyId: guid,
  survey: text,
  questionId: guid,
  question: text,
  type: text,
  departmentId: guidOrNull,
  department: textOrNull,
  suppressed: flag,
  answers: wholeOrNull,
  mean: decimalOrNull,
  eNPS: wholeOrNull,
  updatedAt: instant,
};

/** Survey figures by survey, question and department, which together are their id. */
export const surveyFigures: EntitySet = {
  name: 'SurveyFigures',
  entity: 'SurveyFigure',
  scope: ApiKeyScope.Datasets,
  key: ['id'],
  properties: SURVEY_FIGURE,
  async *rows(slice) {
    const [from = ''] = keyParts(slice.from, 1);
    const reading = { from, where: among('_id', slice, 'surveyId', 0), until: slice.until };
    for await (const batch of surveyFigureRows(shownChanges(slice), reading)) {
      const rows = batch.map((row) => ({
        id: [row.surveyId, row.questionId, row.departmentId ?? ''].join(','),
        updatedAt: null,
        ...row,
      }));
      yield* sortedRows({ key: ['id'] }, rows, slice);
    }
  },
};
