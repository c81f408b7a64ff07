import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import type { NineBoxRowV1 } from '../../datasets/dataset-nine-box.dto';
import { nineBoxRows } from '../../datasets/dataset-nine-box.queries';
import { decimal, flag, guid, instant, type Properties, text, textOrNull, whole } from '../edm';
import type { EntitySet } from '../entity-set';
import { cycleSlices, shownChanges } from './cycle-slice';

const PROPERTIES: Properties<NineBoxRowV1> = {
  cycleId: guid,
  cycleName: text,
  employeeId: guid,
  employee: text,
  email: text,
  department: textOrNull,
  jobProfile: textOrNull,
  performanceScore: decimal,
  potentialScore: decimal,
  performanceLevel: text,
  potentialLevel: text,
  box: whole,
  boxLabel: text,
  hasCareerPath: flag,
  updatedAt: instant,
};

export const nineBox: EntitySet = {
  name: 'NineBox',
  entity: 'NineBoxPlacement',
  scope: ApiKeyScope.Datasets,
  key: ['cycleId', 'employeeId'],
  properties: PROPERTIES,
  async *rows(slice) {
    for (const { cycle, reading } of await cycleSlices(slice))
      for await (const batch of nineBoxRows([cycle], shownChanges(slice), reading))
        yield batch.map((row) => ({ updatedAt: null, ...row }));
  },
};
