import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import type { ScoreRowV1 } from '../../datasets/dataset-scores.dto';
import { scoreRows } from '../../datasets/dataset-scores.queries';
import { decimalOrNull, guid, instant, type Properties, text, textOrNull, whole } from '../edm';
import type { EntitySet } from '../entity-set';
import { cycleSlices, shownChanges } from './cycle-slice';

const PROPERTIES: Properties<ScoreRowV1> = {
  cycleId: guid,
  cycleName: text,
  employeeId: guid,
  employeeCode: textOrNull,
  employee: text,
  email: text,
  department: textOrNull,
  jobProfile: textOrNull,
  overall: decimalOrNull,
  calibrated: decimalOrNull,
  effective: decimalOrNull,
  submitted: whole,
  totalParticipants: whole,
  acknowledged: whole,
  updatedAt: instant,
};

export const scores: EntitySet = {
  name: 'Scores',
  entity: 'Score',
  scope: ApiKeyScope.Datasets,
  key: ['cycleId', 'employeeId'],
  properties: PROPERTIES,
  async *rows(slice) {
    for (const { cycle, reading } of await cycleSlices(slice))
      for await (const batch of scoreRows([cycle], shownChanges(slice), reading))
        yield batch.map((row) => ({ updatedAt: null, ...row }));
  },
};
