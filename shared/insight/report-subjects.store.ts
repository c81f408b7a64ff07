import { pickRows } from '../db/pick';
import type { Cycle } from '../evaluation/cycles/cycle.model';
import { subjectCounts } from '../evaluation/participants/participation.rules';
import type { ReportsView } from '../jobs/export-result';
import { notFound } from '../kernel/errors';
import { EmployeeModel } from '../people/employee.model';
import { resultView } from '../policies/result.policy';
import type { Viewer } from '../policies/viewer';
import { cycleSubjects, findSubjects, type Subject } from './subjects.store';

/** Whose reports of a cycle are made: of a department as generated, of these subjects, or of all that the viewer may see. */
export interface ReportSelection {
  departmentId: string | null;
  subjectIds: readonly string[] | null;
  view: ReportsView;
}

/**
 * Returns the subjects whose reports a viewer may have, by name: for HR those of the cycle, for a manager direct
 * reports. Throws NOT_FOUND when there is none, or when one that the selection names is not among them.
 */
export async function reportSubjects(viewer: Viewer, cycle: Cycle, selection: ReportSelection): Promise<string[]> {
  const { found, leftOut } = await remainingReportSubjects(viewer, cycle, selection);
  if (leftOut.length > 0) throw notFound();
  return found;
}

/** As `reportSubjects`, for a request that was accepted: whom it names and who is gone since is left out. */
export async function remainingReportSubjects(
  viewer: Viewer,
  cycle: Cycle,
  selection: ReportSelection,
): Promise<{ found: string[]; leftOut: string[] }> {
  const asked = selection.subjectIds && [...new Set(selection.subjectIds)];
  const subjects = await (viewer.isHr
    ? subjectsForHr(cycle, { ...selection, subjectIds: asked })
    : subjectsOfManager(viewer, cycle, { ...selection, subjectIds: asked }));
  if (subjects.length === 0) throw notFound();
  const found = new Set(subjects.map(({ id }) => id));
  return { found: [...found], leftOut: (asked ?? []).filter((id) => !found.has(id)) };
}

/** A subject who left before the cycle was over reads no results; only HR's complete report is made. */
function subjectsForHr(cycle: Cycle, { departmentId, subjectIds, view }: ReportSelection): Promise<Subject[]> {
  const filter = { departmentId, withWithdrawn: view === 'HR' };
  return subjectIds ? byName(findSubjects(cycle._id, subjectIds, filter)) : cycleSubjects(cycle._id, filter);
}

async function subjectsOfManager(
  viewer: Viewer,
  cycle: Cycle,
  { departmentId, subjectIds }: ReportSelection,
): Promise<Subject[]> {
  if (viewer.employeeId === null) return [];
  const { employeeId: managerId } = viewer;
  const reports = await pickRows(EmployeeModel.find({ managerId }), '_id');
  const direct = new Set(reports.map(({ _id }) => _id));
  const ids = (subjectIds ?? [...direct]).filter((id) => direct.has(id));
  const subjects = await byName(findSubjects(cycle._id, ids, { departmentId }));
  return subjects.filter(({ id: subjectId, evaluation }) => {
    const { releasedAt } = evaluation;
    const owner = { subjectId, managerId, cycle, releasedAt, counts: subjectCounts(evaluation) };
    return resultView(viewer, owner) !== null;
  });
}

async function byName(reading: Promise<Subject[]>): Promise<Subject[]> {
  const key = ({ evaluation, id }: Subject): string => `${evaluation.searchText} ${id}`;
  return (await reading).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
