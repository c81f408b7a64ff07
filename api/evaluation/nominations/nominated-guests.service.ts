import { pickRows } from '../../../shared/db/pick';
import { GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { evaluatorLoads } from '../../../shared/evaluation/nominations/evaluator-loads.store';
import type { NominatedGuest } from '../../../shared/evaluation/nominations/nomination';
import { fullEvaluator, isFull } from '../../../shared/evaluation/nominations/nomination.rules';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { normalizeEmail } from '../../../shared/kernel/email';
import { assertValid, conflict } from '../../../shared/kernel/errors';
import { canonicalLocale } from '../../../shared/kernel/locale.rules';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { takesGuests } from '../../policies/guest.policy';
import { guestsAllowed } from '../guests/guest-invitations.service';
import type { GuestInput } from '../guests/guests.dto';
import type { Nominating } from './nominations.queries';

/**
 * Returns the guests who become Stakeholders of a subject: those of a new choice, otherwise those of the nomination while it takes
 * guests. Throws CONFLICT where none may be chosen, and VALIDATION on `guests` for one who is named twice, is an employee,
 * evaluates the subject already, or has as many evaluations as the cycle allows.
 */
export async function checkedGuests(
  { row, cycle }: Nominating,
  chosen: readonly GuestInput[] | undefined,
): Promise<NominatedGuest[]> {
  const takes = takesGuests(cycle.settings, await guestsAllowed());
  const guests = chosen?.map(toNominated) ?? (takes ? (row.nomination?.guests ?? []) : []);
  if (guests.length === 0) return [];
  if (!takes) throw conflict(refusal('GUESTS_NOT_NOMINATED'));
  const { cycleId, subjectId } = row;
  const email = { $in: guests.map((guest) => guest.email) };
  const known = await pickRows(GuestModel.find({ cycleId, email }), 'email');
  const ids = known.map(({ _id }) => _id);
  const employees = await pickRows(EmployeeModel.find({ email }), 'email');
  const roles = await pickRows(ParticipantModel.find({ cycleId, subjectId, evaluatorId: { $in: ids } }), 'evaluatorId');
  const loadOf = await evaluatorLoads(cycleId, ids);
  const idOf = new Map(known.map((guest) => [guest.email, guest._id]));
  const ofEmployees = new Set(employees.map((employee) => employee.email));
  const evaluators = new Set(roles.map(({ evaluatorId }) => evaluatorId));
  assertValid(
    guests.flatMap((guest, at): FieldRefusal[] => {
      const field = `guests[${at}].email`;
      const id = idOf.get(guest.email) ?? '';
      if (guests.findIndex((other) => other.email === guest.email) < at)
        return [{ field, ...refusal('MUST_NOT_BE_REPEATED') }];
      if (ofEmployees.has(guest.email)) return [{ field, ...refusal('BELONGS_TO_EMPLOYEE') }];
      if (evaluators.has(id)) return [{ field, ...refusal('ALREADY_EVALUATES_SUBJECT') }];
      if (isFull(loadOf(id), cycle.settings)) return [{ field, ...fullEvaluator(cycle.settings) }];
      if (chosen?.[at]?.locale && guest.locale === null)
        return [{ field: `guests[${at}].locale`, ...refusal('NOT_A_LANGUAGE') }];
      return [];
    }),
  );
  return guests;
}

function toNominated({ email, name, locale }: GuestInput): NominatedGuest {
  return { email: normalizeEmail(email), name: name.trim(), locale: locale ? canonicalLocale(locale) : null };
}
