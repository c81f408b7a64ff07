import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { evaluatorNames } from '../../shared/evaluation/guests/guests.store';
import { requirementNames } from '../../shared/framework/requirement-names.store';
import { translateTemplate } from '../../shared/framework/template-translation.rules';
import { translationsFor } from '../../shared/framework/template-translation.store';
import { requirementIdOf, templateItems } from '../../shared/framework/template.rules';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { competencyFigures, subjectResult } from '../../shared/insight/subject-result.rules';
import { findVisibleResult, subjectEvidence } from '../../shared/insight/subject-result.store';
import {
  cycleSubjects,
  type EffectiveRange,
  isWithin,
  type Subject,
  subjectPage,
  type SubjectPageFilter,
} from '../../shared/insight/subjects.store';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';
import { actor } from '../../shared/kernel/context';
import { viewerLocale } from '../../shared/platform/accounts/viewer-locale.store';
import { ResultView } from '../../shared/policies/result.policy';
import { signedIn } from '../../shared/policies/viewer';
import type { PageRequest } from '../http/pagination';
import {
  type ResultOrder,
  type ResultRow,
  type ScoreRange,
  type SubjectResultView,
  toResultRow,
} from './evaluation-results.dto';
import { readCycleStatistics } from './statistics/cycle-statistics.store';
import { measuredIntervals } from './statistics/measured-score.store';
import { toSubjectResultView } from './subject-result.dto';
import { subjectScore } from './subject-scores.rules';

/** Half of the last shown digit: scores have two decimals. */
const HALF_A_DIGIT = 0.005;

/** Returns one page of the results of a cycle, subjects by name or by effective score; throws NOT_FOUND. */
export async function listResults(
  cycleId: string,
  { score, ...filter }: SubjectPageFilter & { score: ScoreRange | undefined },
  order: ResultOrder,
  page: PageRequest,
): Promise<{ items: ResultRow[]; totalCount: number }> {
  const cycle = await findCycle(cycleId);
  const range = score === undefined ? undefined : shownRange(score);
  // A range excludes withdrawn subjects, as the distribution of scores does.
  const some = { ...filter, withWithdrawn: range === undefined };
  const isByName = order === 'name' || order === '-name';
  const isStored = cycle.rescoring === null || (isByName && range === undefined);
  const [{ subjects, totalCount }, measured] = await Promise.all([
    isStored
      ? subjectPage(cycleId, { ...some, effective: range }, page, order)
      : pageOfComputed(cycle, some, range, order, page),
    measuredIntervals(cycle),
  ]);
  const names = await snapshotNames(subjects.map(({ evaluation }) => evaluation));
  const items = subjects.map((subject) =>
    toResultRow(
      cycle,
      subject,
      { ...subjectScore(cycle, subject.evaluation), interval: measured(subject.evaluation) },
      names,
    ),
  );
  return { items, totalCount };
}

/** Returns the unrounded range of scores that are shown within a range; null selects those without a score. */
function shownRange(range: ScoreRange): EffectiveRange | null {
  if (range === 'none') return null;
  const [from = 0, to = 0] = range.split('-').map(Number);
  return { from: from - HALF_A_DIGIT, below: to + HALF_A_DIGIT };
}

/**
 * Calculates all scores, while the stored ones do not reflect new weights yet. Equal scores by name, subjects without one last.
 */
async function pageOfComputed(
  cycle: Cycle,
  filter: SubjectPageFilter,
  range: EffectiveRange | null | undefined,
  order: ResultOrder,
  { page, pageSize }: PageRequest,
): Promise<{ subjects: Subject[]; totalCount: number }> {
  const direction = order === 'effective' ? 1 : -1;
  const scored = (await cycleSubjects(cycle._id, filter))
    .map((subject) => ({ subject, effective: subjectScore(cycle, subject.evaluation).effective }))
    .filter(({ effective }) => isWithin(effective, range));
  const rank = ({ effective }: { effective: number | null }): number =>
    effective === null ? Number.MAX_VALUE : direction * effective;
  if (order === '-name') scored.reverse();
  else if (order !== 'name') scored.sort((a, b) => rank(a) - rank(b));
  const start = (page - 1) * pageSize;
  return {
    subjects: scored.slice(start, start + pageSize).map(({ subject }) => subject),
    totalCount: scored.length,
  };
}

/** Returns the results of one subject in the caller's language, as far as the caller may see them; throws NOT_FOUND. */
export async function getResult(cycleId: string, subjectId: string, explain: boolean): Promise<SubjectResultView> {
  const { cycle, evaluated, view } = await findVisibleResult(signedIn(), cycleId, subjectId);
  const isAnonymous = view === ResultView.Anonymous;
  const limits = isAnonymous ? (await viewerLimits(cycleId, [subjectId]))(subjectId) : null;
  const [found, names, statistics, translations] = await Promise.all([
    subjectEvidence(cycle, evaluated.evaluation),
    snapshotNames([evaluated.evaluation]),
    isAnonymous ? null : readCycleStatistics(cycle),
    translationsFor(cycle.templateId, await viewerLocale(actor().userId)),
  ]);
  const content = translateTemplate(found.content, translations);
  const evidence = { ...found, content, ...(statistics ? { statistics } : {}) };
  const raters = isAnonymous ? [] : evidence.participants.map(({ evaluatorId }) => evaluatorId);
  const { competencies } = competencyFigures(evidence, limits);
  return toSubjectResultView(subjectResult(evidence, limits), {
    cycle,
    evaluated,
    scale: evidence.content.scale,
    names,
    competencies,
    competencyName: await requirementNames(templateItems(content).map(requirementIdOf)),
    evaluatorName: await evaluatorNames(raters),
    explain,
    isLimited: isAnonymous,
  });
}
