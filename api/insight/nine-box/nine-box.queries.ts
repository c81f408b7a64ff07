import { findCycle, shownGaps } from '../../../shared/evaluation/cycles/cycle.store';
import { lastClosedCycle } from '../../../shared/insight/cycles.store';
import { readNineBox } from '../../../shared/insight/nine-box.store';
import { snapshotNames } from '../../../shared/insight/snapshot-names.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Selection } from '../export-selection.service';
import { snapshotChoices } from '../snapshot-choices.store';
import { measuredScores } from '../statistics/measured-score.store';
import { type NineBoxMapView, type NineBoxSubject, toNineBoxView } from './nine-box.dto';

/** For a cycle without a nine-box. */
const NOT_MEASURED = () => ({ isNearBorder: false });

/**
 * Returns the nine-box of a cycle, by default the last Closed one; empty when there is none. Throws NOT_FOUND for an
 * unknown cycle.
 */
export async function getNineBox(cycleId: string | undefined, selection: Selection): Promise<NineBoxMapView> {
  const cycle = cycleId === undefined ? await lastClosedCycle() : await findCycle(cycleId);
  const { settings } = await currentTenant();
  const hasNineBox = cycle !== null && shownGaps(cycle).runId !== null;
  const measured = hasNineBox ? await measuredScores(cycle, settings.nineBox) : NOT_MEASURED;
  const [map, choices] = await Promise.all([
    readNineBox(cycle, settings.nineBox, selection, ({ id, name, evaluation }): NineBoxSubject => {
      const { departmentId } = evaluation;
      return { id, name, departmentId, isNearBorder: measured(evaluation).isNearBorder };
    }),
    snapshotChoices(cycle?._id ?? null),
  ]);
  const departmentIds = new Set([...map.placed, ...map.unplaced].map(({ subject }) => subject.departmentId));
  const names = await snapshotNames([selection, ...Array.from(departmentIds, (departmentId) => ({ departmentId }))]);
  return toNineBoxView(map, settings.nineBox, cycle, selection, { names, choices });
}
