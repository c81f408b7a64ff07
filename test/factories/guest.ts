import { signGuestSession } from '../../api/platform/sign-in/tokens';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { guestPage } from '../../shared/evaluation/guests/guest-link';
import { type Guest, GuestModel } from '../../shared/evaluation/guests/guest.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { newId } from '../../shared/kernel/ids';
import { GuestsAllowed } from '../../shared/platform/guests-allowed';
import { TenantModel } from '../../shared/platform/tenant.model';
import { makeEvaluatedCycle } from './evaluation';
import type { TestTenant } from './tenant';

export const PRIVACY_URL = 'https://www.example.com/privacy';

/** Lets HR, or managers too, invite guests. */
export async function allowGuests(tenant: TestTenant, allowed = GuestsAllowed.HR): Promise<void> {
  const guests = { allowed, privacyUrl: PRIVACY_URL };
  await tenant.within(() => TenantModel.updateOne({ _id: tenant.id }, { $set: { 'settings.guests': guests } }).exec());
}

/** The token in the link of a guest now. */
export async function tokenOfGuest(tenant: Pick<TestTenant, 'within'>, guestId: string): Promise<string> {
  const guest = await tenant.within(() => GuestModel.findById(guestId).orFail().lean<Guest>().exec());
  return guestPage(guest).split('#')[1] ?? '';
}

export interface TestGuest {
  id: string;
  participantId: string;
  cycleId: string;
  /** A bearer token of a session. */
  session: string;
}

/** A guest of an open cycle who has answered nothing yet. */
export async function makeGuest(tenant: TestTenant): Promise<TestGuest> {
  const id = newId();
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [
      {
        evaluators: [
          {
            type: EvaluatorType.Stakeholder,
            evaluatorId: id,
            status: ParticipantStatus.InProgress,
            rating: null,
          },
        ],
      },
    ],
  });
  const person = { cycleId: cycle._id, email: `${id}@client.example`, name: 'Marta Ruiz' };
  const guest = await tenant.within(() => new GuestModel({ _id: id, ...person }).save());
  return {
    id,
    participantId: subjects[0]?.participants[0]?._id ?? '',
    cycleId: cycle._id,
    session: signGuestSession({ tenantId: tenant.id, guestId: id, generation: guest.generation }),
  };
}
