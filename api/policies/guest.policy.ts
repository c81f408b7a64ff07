import type { CycleSettings } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { managerDecides } from '../../shared/evaluation/nominations/nomination.rules';
import { GuestsAllowed } from '../../shared/platform/guests-allowed';
import type { Viewer } from '../../shared/policies/viewer';

/** Whether subjects name guests in a cycle: where managers invite guests, and decide on the nominations. */
export function takesGuests(settings: Pick<CycleSettings, 'peerNomination'>, allowed: GuestsAllowed): boolean {
  return managerDecides(settings) && allowed === GuestsAllowed.HRAndManagers;
}

/** Whether the viewer may ask a guest about a subject: HR may, and the subject's manager where the organization lets managers. */
export function mayInviteGuest(viewer: Viewer, allowed: GuestsAllowed, managerId: string | null): boolean {
  if (viewer.isHr) return true;
  return allowed === GuestsAllowed.HRAndManagers && viewer.employeeId !== null && viewer.employeeId === managerId;
}
