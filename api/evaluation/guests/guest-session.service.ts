import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { isOver } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { isLinkOf, readGuestToken } from '../../../shared/evaluation/guests/guest-link';
import { type Guest, GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { now } from '../../../shared/kernel/clock';
import { context, inTenant } from '../../../shared/kernel/context';
import { AppError, conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { refuseInactive } from '../../platform/sign-in/inactive-tenant';
import { GUEST_SESSION_SECONDS, signGuestSession } from '../../platform/sign-in/tokens';

/** A guest whose link opens something now. */
export interface CallingGuest {
  guest: Guest;
  cycle: Cycle;
}

const notValid = (): AppError => new AppError('INVALID_CREDENTIALS', refusal('GUEST_LINK_NOT_VALID'));

/**
 * Exchanges the token of a link for a session, and runs `read` in it; `isOwnHost` says whether the request may be for this organization. Throws
 * INVALID_CREDENTIALS for a token that is forged, replaced or of another organization's host, TENANT_SUSPENDED, TENANT_CANCELLED,
 * and CONFLICT like `callingGuest`.
 */
export async function openGuestSession<T>(
  token: string,
  isOwnHost: (tenant: Tenant) => boolean,
  read: () => Promise<T>,
): Promise<{ accessToken: string; expiresInSeconds: number; page: T }> {
  const named = readGuestToken(token);
  const tenant = named && (await TenantModel.findById(named.tenantId).lean<Tenant>());
  if (!named || !tenant || !isOwnHost(tenant)) throw notValid();
  return inTenant(tenant._id, async () => {
    const guest = await GuestModel.findById(named.guestId).lean<Guest>();
    if (!guest || !isLinkOf(guest, named)) throw notValid();
    refuseInactive(tenant);
    await cycleOfPresent(guest);
    if (guest.openedAt === null)
      await GuestModel.updateOne({ _id: guest._id, openedAt: null }, { $set: { openedAt: now() } });
    const { _id: guestId, tenantId, generation } = guest;
    context().guest = { id: guestId, generation };
    const accessToken = signGuestSession({ tenantId, guestId, generation });
    return { accessToken, expiresInSeconds: GUEST_SESSION_SECONDS, page: await read() };
  });
}

/**
 * Returns the guest of the request. Throws INVALID_CREDENTIALS when a newer link was sent, and CONFLICT when the guest was
 * withdrawn or erased, or the cycle takes no answers: every operation of a guest begins with it.
 */
export async function callingGuest(): Promise<CallingGuest> {
  const session = context().guest;
  const guest = session && (await GuestModel.findById(session.id).lean<Guest>());
  if (!guest || guest.generation !== session.generation) throw notValid();
  return { guest, cycle: await cycleOfPresent(guest) };
}

async function cycleOfPresent(guest: Guest): Promise<Cycle> {
  if (guest.erasedAt) throw conflict(refusal('GUEST_ERASED'));
  if (guest.withdrawnAt) throw conflict(refusal('GUEST_WITHDRAWN'));
  const cycle = await CycleModel.findById(guest.cycleId).lean<Cycle>();
  if (!cycle || isOver(cycle.status)) throw conflict(refusal('GUEST_CYCLE_OVER'));
  if (cycle.status === CycleStatus.Draft) throw conflict(refusal('GUEST_CYCLE_NOT_OPEN'));
  return cycle;
}
