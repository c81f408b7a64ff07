import { rowBatches } from '../../../../shared/db/batches';
import { GapModel } from '../../../../shared/insight/gaps/gap.model';
import { toInstant } from '../../../../shared/kernel/clock';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import { newest } from '../../changes';
import { type GapRowV1, toGapRowV1 } from '../../datasets/dataset-gaps.dto';
import { employeesById, FIELDS, type GapRun, gapRuns } from '../../datasets/dataset-gaps.queries';
import { readReferences } from '../../reference-rows.queries';
import { decimal, flag, guid, guidOrNull, instant, type Properties, text, textOrNull, whole } from '../edm';
import { type EntitySet, keyParts, type Slice } from '../entity-set';
import type { Row } from '../filter-expression';

const PROPERTIES: Properties<GapRowV1 & { id: string }> = {
  id: text,
  cycleId: guidOrNull,
  cycleName: textOrNull,
  employeeId: guid,
  employee: text,
  department: textOrNull,
  requirement: text,
  isCritical: flag,
  requiredLevel: whole,
  currentLevel: decimal,
  gapLevel: whole,
  priority: whole,
  updatedAt: instant,
};

/** Stands for the cycle in ids of the analysis without one; it comes before every cycle's. */
const NO_CYCLE = '00000000-0000-0000-0000-000000000000';
const cycleOf = ({ cycleId }: GapRun): string => cycleId ?? NO_CYCLE;

/** Gaps by cycle, employee and requirement, which together are their id. */
export const gaps: EntitySet = {
  name: 'Gaps',
  entity: 'Gap',
  scope: ApiKeyScope.Datasets,
  key: ['id'],
  properties: PROPERTIES,
  async *rows(slice) {
    const [first, employeeId = '', requirementId = ''] = keyParts(slice.from, 3);
    for (const run of await runsOf(slice, first ?? ''))
      yield* rowsOfRun(run, slice, cycleOf(run) === first ? { employeeId, requirementId } : null);
  },
};

async function runsOf({ cycleIds }: Slice, from: string): Promise<GapRun[]> {
  const runs = await gapRuns(undefined, { since: null, includeDeleted: false });
  return runs
    .filter((run) => cycleOf(run) >= from && (!cycleIds || (run.cycleId !== null && cycleIds.has(run.cycleId))))
    .sort((a, b) => (cycleOf(a) < cycleOf(b) ? -1 : 1));
}

async function* rowsOfRun(
  run: GapRun,
  { since }: Slice,
  from: { employeeId: string; requirementId: string } | null,
): AsyncGenerator<Row[]> {
  const references = await readReferences();
  const follows = from && [
    { employeeId: from.employeeId, requirementId: { $gte: from.requirementId } },
    { employeeId: { $gt: from.employeeId } },
  ];
  const filter = {
    runId: run.runId,
    ...(from && follows ? { employeeId: { $gte: from.employeeId }, $or: follows } : {}),
  };
  const reading = {
    fields: [...FIELDS, 'requirementId'] as const,
    sort: { runId: 1, employeeId: 1, requirementId: 1 } as const,
  };
  for await (const batch of rowBatches(GapModel, filter, reading)) {
    const employees = await employeesById({ _id: { $in: [...new Set(batch.map(({ employeeId }) => employeeId))] } });
    yield batch.flatMap((gap) => {
      const employee = employees.get(gap.employeeId);
      const department = references.department(gap.departmentId);
      const changedAt = newest(run.changedAt, employee?.updatedAt, department?.updatedAt);
      if (!employee || employee.isDeleted || (since && changedAt < since)) return [];
      const { cycleId, cycleName } = run;
      const shown = { cycleId, cycleName, employee: employee.fullName, department: department?.name ?? null };
      const id = [cycleOf(run), gap.employeeId, gap.requirementId].join(',');
      return [{ id, ...toGapRowV1(gap, shown), updatedAt: toInstant(changedAt) }];
    });
  }
}
