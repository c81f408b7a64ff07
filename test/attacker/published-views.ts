import { toComparisonView } from '../../api/insight/comparison.dto';
import { compareCompetencies } from '../../api/insight/comparison.rules';
import { toSubjectResultView } from '../../api/insight/subject-result.dto';
import { type Answer } from '../../shared/evaluation/answer.rules';
import { DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { GUARDED_TYPES } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { KeptRater } from '../../shared/evaluation/disclosure/kept-results.model';
import { type KeptGroup, nextPublishing } from '../../shared/evaluation/disclosure/publishing.rules';
import type { Evaluation, RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { participantScore, scoreItems } from '../../shared/evaluation/score.rules';
import { ItemType, templateItems, type TemplateContent } from '../../shared/framework/template.rules';
import { competencyFigures, subjectResult } from '../../shared/insight/subject-result.rules';
import type { Employee } from '../../shared/people/employee.model';
import { employeeRow } from '../factories/employee';
import type { EvaluatedSubject, KnownRater, Publishing } from './evaluated-subject';
import type { View } from './shown-statements';

const ROW = { tenantId: 'tenant', revision: 0, createdAt: new Date(0), updatedAt: new Date(0) };

/** Every publishing of a subject as the rules show it, one after the other. */
export function publishedViews(subject: EvaluatedSubject): View[] {
  const kept = new Map<string, KeptGroup<KeptRater>>();
  return subject.publishings.map((publishing, at) => {
    const participants = publishing.raters.map((rater) => toParticipant(rater, subject.content));
    for (const evaluatorType of GUARDED_TYPES) {
      const today = publishing.raters
        .filter(({ type }) => type === evaluatorType)
        .map((rater) => toKeptRater(rater, subject.content));
      const next = { evaluatorType, minimum: publishing.minimum, at: new Date(publishing.at) };
      kept.set(evaluatorType, nextPublishing(kept.get(evaluatorType) ?? null, today, next));
    }
    const cycle = cycleOf(publishing);
    const evaluation = evaluationOf(subject.content);
    const limits = { anonymityMinimum: publishing.minimum, published: { key: 'key', groups: [...kept.values()] } };
    const evidence = { cycle, evaluation, participants, content: subject.content };
    const result = subjectResult(evidence, limits);
    const body = toSubjectResultView(result, {
      cycle,
      evaluated: { employee: EMPLOYEE, evaluation },
      scale: subject.content.scale,
      names: { department: () => null, jobProfile: () => null },
      evaluatorName: () => null,
      explain: true,
      isLimited: true,
    });
    const { scale } = subject.content;
    const figures = competencyFigures(evidence, limits);
    const compared = compareCompetencies({ scale, weights: publishing.weights, ...figures }, null);
    return { publishing: at, body, comparison: toComparisonView(scale, null, compared, () => null) };
  });
}

/** The answers of an evaluator, with one comment at the text. */
export function answersOf({ ratings, comment }: KnownRater, content: TemplateContent): Answer[] {
  const items = templateItems(content);
  const rated = items.filter(({ type }) => type === ItemType.Rating);
  return items.map((item): Answer => {
    if (item.type === ItemType.Text) return { itemId: item.id, score: null, notApplicable: false, comment };
    const score = ratings[rated.indexOf(item)] ?? null;
    return { itemId: item.id, score, notApplicable: score === null, comment: null };
  });
}

function toKeptRater(rater: KnownRater, content: TemplateContent): KeptRater {
  const text = templateItems(content).find(({ type }) => type === ItemType.Text);
  return {
    evaluatorId: rater.id,
    ratings: rater.ratings,
    score: participantScore(answersOf(rater, content), scoreItems(content)),
    commentsId: rater.comment ?? '',
    comments: rater.comment === null ? [] : [{ itemId: text?.id ?? '', text: rater.comment }],
  };
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
