import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { lastClosedCycle } from '../../../shared/insight/cycles.store';
import { readNineBox } from '../../../shared/insight/nine-box.store';
import { snapshotChoices } from '../../../shared/insight/snapshot-choices.store';
import { snapshotNames } from '../../../shared/insight/snapshot-names.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Selection } from '../export-selection.service';
import { type NineBoxMapView, toNineBoxView } from './nine-box.dto';

/** The nine-box of a cycle, by default the last Closed one; empty when there is none. Throws NOT_FOUND for an unknown cycle. */
export async function getNineBox(cycleId: string | undefined, selection: Selection): Promise<NineBoxMapView> {
  const cycle = cycleId === undefined ? await lastClosedCycle() : await findCycle(cycleId);
  const { settings } = await currentTenant();
  const map = await readNineBox(cycle, settings.nineBox, selection);
  const shown = [...map.placed, ...map.unplaced].map(({ subject }) => ({ ...subject.evaluation, jobProfileId: null }));
  const [names, choices] = await Promise.all([
    snapshotNames([selection, ...shown]),
    snapshotChoices(cycle?._id ?? null),
  ]);
  return toNineBoxView(map, settings.nineBox, cycle, selection, { names, choices });
}
