import { findCycle } from '../../shared/evaluation/cycle.store';
import { lastClosedCycle } from '../../shared/insight/cycles.store';
import { readNineBox } from '../../shared/insight/nine-box.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Selection } from './export-selection.service';
import { type NineBoxMapView, toNineBoxView } from './nine-box.dto';

/** The nine-box of a cycle, by default the last Closed one; empty when there is none. Throws NOT_FOUND for an unknown cycle. */
export async function getNineBox(cycleId: string | undefined, selection: Selection): Promise<NineBoxMapView> {
  const cycle = cycleId === undefined ? await lastClosedCycle() : await findCycle(cycleId);
  const [{ settings }, names] = await Promise.all([currentTenant(), snapshotNames([selection])]);
  const map = cycle ? await readNineBox(cycle, settings.nineBox, selection) : { placed: [], unplaced: [] };
  return toNineBoxView(map, cycle, selection, names);
}
