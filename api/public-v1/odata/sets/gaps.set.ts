import { toInstant } from '../../../../shared/kernel/clock';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import { type GapRowV1, toGapRowV1 } from '../../datasets/dataset-gaps.dto';
import { type GapRun, gapRuns, type ShownGap, shownGaps } from '../../datasets/dataset-gaps.queries';
import { readReferences } from '../../reference-rows.queries';
import { decimal, flag, guid, guidOrNull, instant, type Properties, text, textOrNull, whole } from '../edm';
import { among, type EntitySet, keyParts, limitedTo, type Slice } from '../entity-set';
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

/** Replaces the cycle in keys of the analysis without one; sorts before every cycle. */
const NO_CYCLE = '00000000-0000-0000-0000-000000000000';
const cycleOf = ({ cycleId }: GapRun): string => cycleId ?? NO_CYCLE;

/** Gaps; the key consists of cycle, employee and requirement. */
export const gaps: EntitySet = {
  name: 'Gaps',
  entity: 'Gap',
  scope: ApiKeyScope.Datasets,
  key: ['id'],
  properties: PROPERTIES,
  async *rows(slice) {
    const [first = '', ...from] = keyParts(slice.from, 3);
    const { take, since } = slice;
    const [runs, references] = await Promise.all([runsOf(slice, first), readReferences()]);
    const where = {
      $and: [among('employeeId', slice, 'employeeId', 1), among('requirementId', slice, 'requirementId', 2)],
    };
    for (const run of runs) {
      const reading = { from: cycleOf(run) === first ? from : [], take, since, where };
      for await (const gaps of shownGaps(run, references, reading))
        yield gaps.filter((shown) => isShown(shown, slice)).map((shown) => toRow(shown, run));
    }
  },
};

/** The runs of a slice in the order of their ids. A gap is as new as its run, or newer. */
async function runsOf(slice: Slice, from: string): Promise<GapRun[]> {
  const { until } = slice;
  const cycleIds = limitedTo(slice, 'cycleId', 0)?.map((cycleId) => cycleId ?? NO_CYCLE);
  const runs = await gapRuns(undefined, { since: null, includeDeleted: false });
  return runs
    .filter((run) => cycleOf(run) >= from && (!until || run.changedAt < until))
    .filter((run) => cycleIds?.includes(cycleOf(run)) ?? true)
    .sort((a, b) => (cycleOf(a) < cycleOf(b) ? -1 : 1));
}

const isShown = ({ employee, changedAt }: ShownGap, { since }: Slice): boolean =>
  !employee.isDeleted && (!since || changedAt >= since);

function toRow({ gap, shown, changedAt }: ShownGap, run: GapRun): Row {
  const id = `${cycleOf(run)},${gap.employeeId},${gap.requirementId}`;
  return { id, ...toGapRowV1(gap, shown), updatedAt: toInstant(changedAt) };
}
