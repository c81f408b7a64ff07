import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { lastClosedCycle } from '../../../shared/insight/cycles.store';
import { readNineBox } from '../../../shared/insight/nine-box.store';
import { snapshotChoices } from '../../../shared/insight/snapshot-choices.store';
import { snapshotNames } from '../../../shared/insight/snapshot-names.store';
import { measuredScores } from '../../../shared/insight/statistics/measured-score.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Selection } from '../export-selection.service';
import { type NineBoxMapView, toNineBoxView } from './nine-box.dto';

/** For an empty nine-box. */
const NOT_MEASURED = () => ({ isNearBorder: false });

/**
 * Returns the nine-box of a cycle, by default the last Closed one; empty when there is none. Throws NOT_FOUND for an
 * unknown cycle.
 */
export async function getNineBox(cycleId: string | undefined, selection: Selection): Promise<NineBoxMapView> {
  const cycle = cycleId === undefined ? await lastClosedCycle() : await findCycle(cycleId);
  const { settings } = await currentTenant();
  const [map, choices] = await Promise.all([
    readNineBox(cycle, settings.nineBox, selection),
    snapshotChoices(cycle?._id ?? null),
  ]);
  const departmentIds = new Set([...map.placed, ...map.unplaced].map(({ subject }) => subject.evaluation.departmentId));
  const [names, measured] = await Promise.all([
    snapshotNames([selection, ...Array.from(departmentIds, (departmentId) => ({ departmentId }))]),
    cycle && map.placed.length > 0 ? measuredScores(cycle, settings.nineBox) : NOT_MEASURED,
  ]);
  return toNineBoxView(map, settings.nineBox, cycle, selection, { names, choices, measured });
}
