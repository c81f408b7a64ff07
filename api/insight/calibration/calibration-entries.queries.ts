import { anyDeletion } from '../../../shared/db/bulk';
import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import {
  type CalibrationChange,
  CalibrationChangeModel,
} from '../../../shared/insight/calibration/calibration-change.model';
import {
  type CalibrationEntry,
  CalibrationEntryModel,
} from '../../../shared/insight/calibration/calibration-entry.model';
import { snapshotNames } from '../../../shared/insight/snapshot-names.store';
import { subjectPage } from '../../../shared/insight/subjects.store';
import { notFound } from '../../../shared/kernel/errors';
import { compareTexts } from '../../../shared/kernel/name-order.rules';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { PageRequest } from '../../http/pagination';
import { measuredScores } from '../statistics/measured-score.store';
import { subjectScore } from '../subject-scores.rules';
import {
  type CalibrationChangeView,
  type CalibrationEntryView,
  type CalibrationSubjectView,
  type PeopleNames,
  toCalibrationSubject,
  toChangeView,
  toEntryView,
} from './calibration-entries.dto';
import { coveredSubjects, findCalibration, NEWEST_CHANGE } from './calibration.store';

/** Returns one page of the subjects that a session covers, by name, with their scores and entries; throws NOT_FOUND. */
export async function listCalibrationSubjects(
  sessionId: string,
  { departmentId, search }: { departmentId: string | undefined; search: string | undefined },
  page: PageRequest,
): Promise<{ items: CalibrationSubjectView[]; totalCount: number }> {
  const session = await findCalibration(sessionId);
  const cycle = await findCycle(session.cycleId);
  const filter = { ...coveredSubjects(session, departmentId), search };
  const { subjects, totalCount } = await subjectPage(cycle._id, filter, page);
  const evaluations = subjects.map(({ evaluation }) => evaluation);
  const { settings } = await currentTenant();
  const [names, measured, rows] = await Promise.all([
    snapshotNames(evaluations),
    measuredScores(cycle, settings.nineBox),
    CalibrationEntryModel.find({ sessionId, subjectId: { $in: subjects.map(({ id }) => id) } }).lean<
      CalibrationEntry[]
    >(),
  ]);
  const entries = new Map((await entryViews(rows)).map((entry) => [entry.subjectId, entry]));
  const items = subjects.map((subject) =>
    toCalibrationSubject(subject, subjectScore(cycle, subject.evaluation), entries.get(subject.id) ?? null, {
      names,
      measured,
    }),
  );
  return { items, totalCount };
}

/** Returns all entries of a session, by name of the subject. */
export async function allEntries(sessionId: string): Promise<CalibrationEntryView[]> {
  const views = await entryViews(await CalibrationEntryModel.find({ sessionId }).lean<CalibrationEntry[]>());
  const subjectIds = views.map(({ subjectId }) => subjectId);
  const subjects = { _id: { $in: subjectIds }, ...anyDeletion(EmployeeModel) };
  const keys = new Map((await pickRows(EmployeeModel.find(subjects), 'searchText')).map((row) => [row._id, row]));
  const keyOf = (id: string): string => `${keys.get(id)?.searchText ?? ''}\t${id}`;
  return views.sort((a, b) => compareTexts(keyOf(a.subjectId), keyOf(b.subjectId)));
}

/** Throws NOT_FOUND. */
export async function getEntry(sessionId: string, subjectId: string): Promise<CalibrationEntryView> {
  const row = await CalibrationEntryModel.findOne({ sessionId, subjectId }).lean<CalibrationEntry>();
  const [view] = row ? await entryViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

/** Returns one page of the changes of a session's entries, newest first; throws NOT_FOUND. */
export async function listCalibrationChanges(
  sessionId: string,
  subjectId: string | undefined,
  page: PageRequest,
): Promise<{ items: CalibrationChangeView[]; totalCount: number }> {
  await findCalibration(sessionId);
  const filter = { sessionId, ...(subjectId ? { subjectId } : {}) };
  const { rows, totalCount } = await listRows(CalibrationChangeModel, filter, NEWEST_CHANGE, page);
  return { items: await changeViews(rows), totalCount };
}

export async function changeViews(rows: readonly CalibrationChange[]): Promise<CalibrationChangeView[]> {
  const names = await peopleNames(rows);
  return rows.map((row) => toChangeView(row, names));
}

async function entryViews(rows: readonly CalibrationEntry[]): Promise<CalibrationEntryView[]> {
  const names = await peopleNames(rows);
  return rows.map((row) => toEntryView(row, names));
}

async function peopleNames(rows: readonly { subjectId: string; by: string }[]): Promise<PeopleNames> {
  const [subject, user] = await Promise.all([
    namesById(
      EmployeeModel,
      rows.map((row) => row.subjectId),
      'fullName',
    ),
    namesById(
      UserModel,
      rows.map((row) => row.by),
      'fullName',
    ),
  ]);
  return { subject, user };
}
