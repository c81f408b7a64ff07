import type { Cycle } from '../../../../shared/evaluation/cycles/cycle.model';
import type { RatingScale } from '../../../../shared/framework/template.rules';
import { evidenceOfSubjects, type NineBoxEvidence } from '../../../../shared/insight/nine-box.store';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import type { NineBoxRowV1 } from '../../datasets/dataset-nine-box.dto';
import { nineBoxRows } from '../../datasets/dataset-nine-box.queries';
import { evaluationBatches, type SubjectReading } from '../../datasets/dataset-subjects.queries';
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
    for (const { cycle, reading } of await cycleSlices(slice)) {
      const inOrder = (ofCycle: Cycle, scale: RatingScale): AsyncGenerator<NineBoxEvidence[]> =>
        evidenceById(ofCycle, scale, reading);
      for await (const batch of nineBoxRows([cycle], shownChanges(slice), inOrder))
        yield batch.map((row) => ({ updatedAt: null, ...row }));
    }
  },
};

/** As many subjects as are asked for by their ids. */
const MAX_SUBJECTS = 1_000;

/** The evidence of a cycle's subjects by their ids; some queries for each batch. */
async function* evidenceById(
  cycle: Cycle,
  scale: RatingScale,
  { from, take = MAX_SUBJECTS }: SubjectReading,
): AsyncGenerator<NineBoxEvidence[]> {
  for await (const evaluations of evaluationBatches(cycle._id, { from, take: Math.min(take, MAX_SUBJECTS) })) {
    const evidence = await evidenceOfSubjects(
      cycle,
      scale,
      evaluations.map(({ subjectId }) => subjectId),
    );
    yield evidence.sort((a, b) => (a.subject.id < b.subject.id ? -1 : 1));
  }
}
