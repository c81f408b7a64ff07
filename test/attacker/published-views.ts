import { type ShortResult, toShortResult } from '../../api/growth/dashboards/manager-dashboard.dto';
import { type ComparisonView, toComparisonView } from '../../api/insight/comparison.dto';
import { compareCompetencies } from '../../api/insight/comparison.rules';
import type { SubjectResultView } from '../../api/insight/evaluation-results.dto';
import { toSubjectResultView } from '../../api/insight/subject-result.dto';
import { type Answer } from '../../shared/evaluation/answer.rules';
import { DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { GUARDED_TYPES, ratingItems } from '../../shared/evaluation/disclosure/guarded-group.rules';
import { commentsOf, toPublishedRater } from '../../shared/evaluation/disclosure/published-rater.rules';
import type { PublishedRater } from '../../shared/evaluation/disclosure/published-results.model';
import { type PublishedGroup, nextPublishing } from '../../shared/evaluation/disclosure/publishing.rules';
import type { Evaluation, RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { ItemType, templateItems, type TemplateContent } from '../../shared/framework/template.rules';
import { competencyFigures, subjectResult } from '../../shared/insight/subject-result.rules';
import type { Employee } from '../../shared/people/employee.model';
import { reportData } from '../../worker/insight/report-data';
import { reportHtml } from '../../worker/render/report/report.html';
import { employeeRow } from '../factories/employee';
import type { View } from './differences';
import type { EvaluatedSubject, KnownRater, Publishing } from './evaluated-subject';

const ROW = { tenantId: 'tenant', revision: 0, createdAt: new Date(0), updatedAt: new Date(0) };

/** Everything that a viewer is shown after a publishing. */
export interface PublishedView extends View {
  body: SubjectResultView;
  comparison: ComparisonView;
  dashboard: ShortResult;
  report: string;
}

/** Every publishing of a subject as the rules show it, one after the other. */
export function publishedViews(subject: EvaluatedSubject): PublishedView[] {
  const { content } = subject;
  const published = new Map<string, PublishedGroup<PublishedRater>>();
  return subject.publishings.map((publishing, at) => {
    const { minimum, weights } = publishing;
    const participants = publishing.raters.map((rater) => toParticipant(rater, content));
    for (const evaluatorType of GUARDED_TYPES) {
      const today = participants
        .filter((row) => row.evaluatorType === evaluatorType)
        .map((row): PublishedRater => ({ ...toPublishedRater(row, content), comments: commentsOf(row.answers) }));
      const next = { evaluatorType, minimum, at: new Date(publishing.at), content };
      published.set(evaluatorType, nextPublishing(published.get(evaluatorType) ?? null, today, next));
    }
    const cycle = cycleOf(publishing);
    const evaluation = evaluationOf(content);
    const groups = [...published.values()];
    const limits = { anonymityMinimum: minimum, published: { key: 'key', groups } };
    const evidence = { cycle, evaluation, participants, content };
    const result = subjectResult(evidence, limits);
    const shownAs = {
      cycle,
      evaluated: { employee: EMPLOYEE, evaluation },
      scale: content.scale,
      names: { department: () => null, jobProfile: () => null },
    };
    const figures = competencyFigures(evidence, limits);
    const body = toSubjectResultView(result, {
      ...shownAs,
      competencies: figures.competencies,
      competencyName: (id) => id,
      evaluatorName: () => null,
      explain: true,
      isLimited: true,
    });
    const compared = compareCompetencies({ scale: content.scale, weights, ...figures }, null);
    const tenant = { timezone: 'UTC', settings: { anonymityMinimum: minimum } };
    return {
      publishing: at,
      body,
      comparison: toComparisonView(content.scale, null, compared, () => null),
      dashboard: toShortResult(result),
      report: reportHtml(reportData({ ...shownAs, tenant, locale: 'en', result, at: new Date(0) })),
    };
  });
}

/** The answers of an evaluator. */
export function answersOf({ ratings, comment, notes }: KnownRater, content: TemplateContent): Answer[] {
  const rated = ratingItems(content);
  return templateItems(content).map((item): Answer => {
    if (item.type === ItemType.Text) return { itemId: item.id, score: null, notApplicable: false, comment };
    const at = rated.indexOf(item);
    const score = ratings[at] ?? null;
    return { itemId: item.id, score, notApplicable: score === null, comment: notes?.[at] ?? null };
  });
}

function toParticipant(rater: KnownRater, content: TemplateContent): Participant {
  return {
    ...ROW,
    _id: rater.id,
    cycleId: 'cycle',
    subjectId: 'subject',
    evaluatorId: rater.id,
    evaluatorType: rater.type,
    origin: ParticipantOrigin.Manual,
    status: ParticipantStatus.Submitted,
    evaluatorPresence: Presence.Present,
    subjectPresence: Presence.Present,
    answers: answersOf(rater, content),
    score: null,
    potential: null,
    startedAt: null,
    submittedAt: null,
    acknowledgedAt: null,
    reopenings: [],
  };
}

function cycleOf({ at, weights }: Publishing): Cycle {
  return {
    ...ROW,
    _id: 'cycle',
    isDeleted: false,
    name: 'Cycle',
    description: null,
    templateId: 'template',
    startDate: null,
    endDate: null,
    status: CycleStatus.Closed,
    settings: { ...DEFAULT_CYCLE_SETTINGS, weights },
    generatedAt: new Date(0),
    closedAt: new Date(at),
    reopenedAt: null,
    resultsPublishedAt: new Date(at),
    answersDeletedAt: null,
    gaps: { state: GapsState.None, calculatedAt: null, runId: null },
    rescoring: null,
    searchText: '',
  };
}

/** Every competency that an item measures is required. */
export function requirementsOf(content: TemplateContent): RequirementSnapshot[] {
  const ids = new Set(templateItems(content).flatMap(({ competencyId }) => competencyId ?? []));
  return [...ids].map((requirementId, at) => ({
    requirementId,
    requirement: `Competency ${at + 1}`,
    requiredLevel: 5,
    isCritical: false,
  }));
}

function evaluationOf(content: TemplateContent): Evaluation {
  return {
    ...ROW,
    _id: 'evaluation',
    cycleId: 'cycle',
    subjectId: 'subject',
    subject: { fullName: 'Subject', email: 'subject@example.test', employeeCode: null },
    searchText: '',
    subjectPresence: Presence.Present,
    managerId: null,
    managerRemoved: false,
    departmentId: null,
    jobProfileId: null,
    requirements: requirementsOf(content),
    calibrated: null,
    calibratedAt: null,
    calibratedPotential: null,
    calibratedPotentialAt: null,
    hrPotential: null,
    hrPotentialAt: null,
    effective: null,
  };
}

const EMPLOYEE: Employee = { ...ROW, searchText: '', ...employeeRow({ _id: 'subject' }) };
