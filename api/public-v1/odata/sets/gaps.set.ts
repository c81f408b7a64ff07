import { toInstant } from '../../../../shared/kernel/clock';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import { type GapRowV1, toGapRowV1 } from '../../datasets/dataset-gaps.dto';
import { type GapRun, gapRuns, type ShownGap, shownGaps } from '../../datasets/dataset-gaps.queries';
import { readReferences, type References } from '../../reference-rows.queries';
import { allOf, type Places, storedAs } from '../condition';
import { decimal, flag, guid, guidOrNull, instant, type Properties, text, textOrNull, whole } from '../edm';
import { type EntitySet, keyParts, type Slice } from '../entity-set';
import type { Row } from '../filter-expression';
import { namedPeople } from './named-people';

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
    const { condition, take, since } = slice;
    const [runs, references, ofPeople] = await Promise.all([
      runsOf(slice, first),
      readReferences(),
      namedPeople(condition, 'employee', 'employeeId'),
    ]);
    for (const run of runs) {
      const where = allOf(condition(placesOf(run, references)), ofPeople);
      if (where === null) continue;
      const reading = { from: cycleOf(run) === first ? from : [], take, since, where };
      for await (const gaps of shownGaps(run, references, reading))
        yield gaps.filter((shown) => isShown(shown, slice)).map((shown) => toRow(shown, run));
    }
  },
};

const placesOf = (run: GapRun, { departmentNames }: References): Places => ({
  ...storedAs('employeeId', 'requirement', 'isCritical', 'requiredLevel', 'gapLevel', 'priority'),
  id: { parts: [{ value: cycleOf(run) }, { field: 'employeeId' }, { field: 'requirementId' }] },
  cycleId: { value: run.cycleId },
  cycleName: { value: run.cycleName },
  department: { field: 'departmentId', names: departmentNames },
  currentLevel: { field: 'currentLevel', isRounded: true },
});

/** The runs of a slice in the order of their ids. A gap is as new as its run, or newer. */
async function runsOf({ until }: Slice, from: string): Promise<GapRun[]> {
  const runs = await gapRuns(undefined, { since: null, includeDeleted: false });
  return runs
    .filter((run) => cycleOf(run) >= from && (!until || run.changedAt < until))
    .sort((a, b) => (cycleOf(a) < cycleOf(b) ? -1 : 1));
}

const isShown = ({ employee, changedAt }: ShownGap, { since }: Slice): boolean =>
  !employee.isDeleted && (!since || changedAt >= since);

function toRow({ gap, shown, changedAt }: ShownGap, run: GapRun): Row {
  const id = `${cycleOf(run)},${gap.employeeId},${gap.requirementId}`;
  return { id, ...toGapRowV1(gap, shown), updatedAt: toInstant(changedAt) };
}
