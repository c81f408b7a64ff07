import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type Guest, GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { lastMails } from '../../../shared/evaluation/guests/guests.store';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { LISTED } from '../../../shared/evaluation/participants/participation.store';
import { notFound } from '../../../shared/kernel/errors';
import { groupBy } from '../../../shared/kernel/group-by';
import { EmployeeModel } from '../../../shared/people/employee.model';
import type { PageRequest } from '../../http/pagination';
import type { ParticipantRow } from '../participants.dto';
import { WITHOUT_ANSWERS } from '../participants.queries';
import { type GuestView, toGuestView } from './guests.dto';

/** Returns one page of guests by name, of one cycle or of all. */
export async function listGuests(
  { cycleId, search }: { cycleId: string | undefined; search: string | undefined },
  { page, pageSize }: PageRequest,
): Promise<{ items: GuestView[]; totalCount: number }> {
  const filter = { ...(cycleId === undefined ? {} : { cycleId }), ...searchFilter(search) };
  const [rows, totalCount] = await Promise.all([
    GuestModel.find(filter)
      .sort({ searchText: 1, _id: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<Guest[]>(),
    GuestModel.countDocuments(filter),
  ]);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getGuest(id: string): Promise<GuestView> {
  const [view] = await toViews([await findGuest(id)]);
  if (!view) throw notFound();
  return view;
}

/** Throws NOT_FOUND. */
export async function findGuest(id: string): Promise<Guest> {
  const row = await GuestModel.findById(id).lean<Guest>();
  if (!row) throw notFound();
  return row;
}

async function toViews(rows: readonly Guest[]): Promise<GuestView[]> {
  const ids = rows.map(({ _id }) => _id);
  const [participants, mails, cycle] = await Promise.all([
    ParticipantModel.find({ evaluatorId: { $in: ids }, ...LISTED })
      .select(WITHOUT_ANSWERS)
      .lean<ParticipantRow[]>(),
    lastMails(ids),
    namesById(
      CycleModel,
      rows.map(({ cycleId }) => cycleId),
      'name',
    ),
  ]);
  const subject = await namesById(
    EmployeeModel,
    participants.map(({ subjectId }) => subjectId),
    'fullName',
    { ofDeletedToo: true },
  );
  const asked = groupBy(participants, ({ evaluatorId }) => evaluatorId);
  return rows.map((row) =>
    toGuestView(row, {
      cycle: cycle(row.cycleId),
      participants: asked.get(row._id) ?? [],
      mail: mails.get(row._id),
      subject,
    }),
  );
}
