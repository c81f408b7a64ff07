import { namesById } from '../../shared/db/references';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { ResultView, resultView, type ResultViewer } from '../../shared/insight/result-visibility.rules';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { subjectResult } from '../../shared/insight/subject-result.rules';
import { findEvaluated, subjectEvidence } from '../../shared/insight/subject-result.store';
import { subjectScores } from '../../shared/insight/subject-scores.store';
import { type SubjectFilter, subjectPage } from '../../shared/insight/subjects.store';
import { actor } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { isHr } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { PageRequest } from '../http/pagination';
import { type ResultRow, type SubjectResultView, toResultRow } from './evaluation-results.dto';
import { toSubjectResultView } from './subject-result.dto';

/** One page of the results of a cycle, subjects by name; throws NOT_FOUND. */
export async function listResults(
  cycleId: string,
  filter: SubjectFilter,
  page: PageRequest,
): Promise<{ items: ResultRow[]; totalCount: number }> {
  const cycle = await findCycle(cycleId);
  const { subjects, totalCount } = await subjectPage(cycleId, filter, page);
  const evaluations = subjects.map(({ evaluation }) => evaluation);
  const [scores, names] = await Promise.all([subjectScores(cycle, evaluations), snapshotNames(evaluations)]);
  const items = subjects.flatMap((subject) => {
    const score = scores.get(subject.id);
    return score ? [toResultRow(subject, score, names)] : [];
  });
  return { items, totalCount };
}

/** The results of one subject, as far as the caller may see them; throws NOT_FOUND, also for those who may not. */
export async function getResult(cycleId: string, subjectId: string, explain: boolean): Promise<SubjectResultView> {
  const cycle = await findCycle(cycleId);
  const evaluated = await findEvaluated(cycleId, subjectId);
  const view = resultView(viewer(), {
    subjectId,
    managerId: evaluated.employee.managerId,
    cycleStatus: cycle.status,
    resultsPublished: cycle.resultsPublishedAt !== null,
  });
  if (view === null) throw notFound();
  const isAnonymous = view === ResultView.Anonymous;
  const minimum = isAnonymous ? (await currentTenant()).settings.anonymityMinimum : null;
  const [evidence, names] = await Promise.all([
    subjectEvidence(cycle, evaluated.evaluation),
    snapshotNames([evaluated.evaluation]),
  ]);
  const raters = isAnonymous ? [] : evidence.participants.map(({ evaluatorId }) => evaluatorId);
  return toSubjectResultView(subjectResult(evidence, minimum), {
    cycle,
    evaluated,
    scale: evidence.content.scale,
    names,
    evaluatorName: await namesById(EmployeeModel, raters, 'fullName'),
    explain,
  });
}

function viewer(): ResultViewer {
  const { roles, employeeId } = actor();
  return { isHr: isHr(roles), employeeId };
}
