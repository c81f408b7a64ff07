import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import type { AssignmentPick, Result } from '../../shared/jobs/contract';
import { JobStatus } from '../../shared/jobs/job.model';
import { payloadOf } from '../../shared/jobs/payload';
import { conflict, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../shared/people/employee.model';
import { type PageRequest, toPage } from '../http/pagination';
import { findJob } from '../platform/jobs/jobs.queries';
import type { PeerPlanLoad, PeerPlanView } from './peer-plans.dto';

const MAX_SHORTAGES = 100;

/** Returns one page of the plan that a dry run made for the cycle. Throws NOT_FOUND, CONFLICT. */
export async function getPeerPlan(
  cycleId: string,
  jobId: string,
  search: string | undefined,
  page: PageRequest,
): Promise<PeerPlanView> {
  const cycle = await findCycle(cycleId);
  const { assigned, maxPerEvaluator, belowMinimum, picks = [] } = await dryRunOf(cycle._id, jobId);
  const found = await involving(picks, search);
  const start = (page.page - 1) * page.pageSize;
  const shown = found.slice(start, start + page.pageSize);
  const shortages = belowMinimum.slice(0, MAX_SHORTAGES);
  const name = await namesById(
    EmployeeModel,
    [...shown.flatMap(({ subjectId, evaluatorId }) => [subjectId, evaluatorId]), ...shortages.map((s) => s.subjectId)],
    'fullName',
  );
  const rows = shown.map(({ subjectId, evaluatorId, shared, load }) => {
    return { subjectId, subject: name(subjectId), evaluatorId, evaluator: name(evaluatorId), shared, load };
  });
  return {
    cycleId: cycle._id,
    assigned,
    maxPerEvaluator,
    loads: loadsOf(picks),
    belowMinimum: belowMinimum.length,
    shortages: shortages.map((shortage) => ({ ...shortage, subject: name(shortage.subjectId) })),
    picks: toPage(rows, found.length, page),
  };
}

/** Returns the result of a dry run for the cycle. Throws NOT_FOUND, CONFLICT while it has not succeeded. */
export async function dryRunOf(cycleId: string, jobId: string): Promise<Result<'evaluation.assign-peers'>> {
  const { type, payload, status, result } = await findJob(jobId);
  if (type !== 'evaluation.assign-peers') throw notFound();
  const planned = payloadOf({ type, payload });
  if (!planned.dryRun || planned.cycleId !== cycleId) throw notFound();
  if (status !== JobStatus.Succeeded) throw conflict(refusal('DRY_RUN_NOT_ENDED', { status }));
  return result as Result<typeof type>;
}

async function involving(picks: AssignmentPick[], search: string | undefined): Promise<AssignmentPick[]> {
  const filter = searchFilter(search);
  if (filter.searchText === undefined) return picks;
  const ids = new Set<string>(await EmployeeModel.distinct('_id', filter));
  return picks.filter(({ subjectId, evaluatorId }) => ids.has(subjectId) || ids.has(evaluatorId));
}

/** An evaluator's load is equal in all of their picks. */
function loadsOf(picks: readonly AssignmentPick[]): PeerPlanLoad[] {
  const loadOf = new Map(picks.map(({ evaluatorId, load }) => [evaluatorId, load]));
  const evaluators = new Map<number, number>();
  for (const load of loadOf.values()) evaluators.set(load, (evaluators.get(load) ?? 0) + 1);
  return [...evaluators]
    .map(([load, count]) => ({ load, evaluators: count }))
    .sort((first, second) => first.load - second.load);
}
