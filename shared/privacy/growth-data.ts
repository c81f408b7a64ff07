import { DevelopmentPlanModel } from '../growth/development-plan.model';
import { GoalCheckInModel } from '../growth/goals/goal-check-in.model';
import { GoalLevel } from '../growth/goals/goal-level';
import { GoalModel } from '../growth/goals/goal.model';
import { SurveyInvitationModel } from '../growth/pulse-surveys/survey-invitation.model';
import {
  SurveyBallotModel,
  SurveyCommentModel,
  SurveyResponseModel,
} from '../growth/pulse-surveys/survey-response.model';
import { SurveyModel } from '../growth/pulse-surveys/survey.model';
import { CalibrationChangeModel } from '../insight/calibration/calibration-change.model';
import { CalibrationEntryModel } from '../insight/calibration/calibration-entry.model';
import { CalibrationModel } from '../insight/calibration/calibration.model';
import { CycleFiguresModel } from '../insight/cycle-figures.model';
import { GapAnalysisModel } from '../insight/gaps/gap-analysis.model';
import { GapModel } from '../insight/gaps/gap.model';
import { OutdatedGapRunModel } from '../insight/gaps/outdated-gap-run.model';
import { NineBoxPotentialChangeModel } from '../insight/nine-box-potential-change.model';
import { CycleStatisticsModel } from '../insight/statistics/cycle-statistics.model';
import { declare, declareImpersonal, type Link, type PersonalData } from './personal-data';

/** Rows about an employee, deleted with them. */
const SUBJECT: Link = { names: 'employee', whose: 'subject', rows: 'deleted', access: 'rows' };
/** The actor: the id remains, but no longer identifies anyone. */
const ACTOR: Link = { names: 'account', whose: 'actor', rows: 'kept', access: 'none' };
const EMPLOYEE_ACTOR: Link = { ...ACTOR, names: 'employee' };

/** Personal data in results, calibration, goals, plans and surveys. */
export const GROWTH_DATA: readonly PersonalData[] = [
  declare(GapModel, {
    purpose: 'Where a person’s levels are below the requirements of the job profile',
    seenBy: 'The person; managers; HR',
    kept: 'Until erasure or the next calculation',
    links: { employeeId: SUBJECT },
    fields: {
      runId: 'none',
      cycleId: 'subject: deleted',
      employeeId: 'subject: deleted',
      departmentId: 'subject: deleted',
      jobProfileId: 'subject: deleted',
      requirementId: 'subject: deleted',
      requirement: 'subject: deleted',
      requiredLevel: 'subject: deleted',
      isCritical: 'subject: deleted',
      currentLevel: 'subject: deleted',
      gapLevel: 'subject: deleted',
      priority: 'subject: deleted',
    },
  }),
  declare(CalibrationEntryModel, {
    purpose: 'The score that HR sets in calibration, and why',
    seenBy: 'HR',
    kept: 'Until erasure',
    links: { subjectId: SUBJECT, by: ACTOR },
    fields: {
      sessionId: 'subject: deleted',
      subjectId: 'subject: deleted',
      overall: 'subject: deleted',
      calibrated: 'subject: deleted',
      potential: 'subject: deleted',
      reason: 'subject: deleted',
      by: 'actor: kept',
      at: 'subject: deleted',
    },
  }),
  declare(CalibrationChangeModel, {
    purpose: 'How an entry of a calibration session changed',
    seenBy: 'HR',
    kept: 'Until erasure',
    links: { subjectId: SUBJECT, by: ACTOR },
    fields: {
      sessionId: 'subject: deleted',
      subjectId: 'subject: deleted',
      before: 'subject: deleted',
      after: 'subject: deleted',
      sequence: 'subject: deleted',
      undoes: 'subject: deleted',
      by: 'actor: kept',
      at: 'subject: deleted',
    },
  }),
  declare(NineBoxPotentialChangeModel, {
    purpose: 'The potential that HR sets, and why',
    seenBy: 'HR',
    kept: 'Until erasure',
    links: { employeeId: SUBJECT, by: ACTOR },
    fields: {
      cycleId: 'subject: deleted',
      employeeId: 'subject: deleted',
      before: 'subject: deleted',
      after: 'subject: deleted',
      reason: 'subject: deleted',
      by: 'actor: kept',
      at: 'subject: deleted',
    },
  }),
  declare(CalibrationModel, {
    purpose: 'HR’s review of the scores of a cycle',
    seenBy: 'HR',
    kept: 'Until it is deleted',
    links: { appliedBy: ACTOR },
    fields: {
      cycleId: 'none',
      name: 'none',
      status: 'none',
      departmentIds: 'none',
      claims: 'none',
      appliedAt: 'none',
      appliedBy: 'actor: kept',
      cancelledAt: 'none',
      searchText: 'none',
    },
  }),
  declare(DevelopmentPlanModel, {
    purpose: 'How a person develops',
    seenBy: 'The person; managers; HR',
    kept: 'Until erasure',
    links: { employeeId: SUBJECT, approverId: EMPLOYEE_ACTOR, decidedByUserId: ACTOR },
    fields: {
      employeeId: 'subject: deleted',
      title: 'subject: deleted',
      cycleId: 'subject: deleted',
      status: 'subject: deleted',
      approverId: 'actor: kept',
      decidedByUserId: 'actor: kept',
      decidedAt: 'subject: deleted',
      rejectionReason: 'subject: deleted',
      submittedAt: 'subject: deleted',
      startedAt: 'subject: deleted',
      completedAt: 'subject: deleted',
      actions: 'subject: deleted',
      searchText: 'secret',
    },
  }),
  declare(GoalModel, {
    purpose: 'What a person, a department or the company wants to reach',
    seenBy: 'Company and department goals everyone; individual ones the person, managers and HR',
    kept: 'Until erasure; goals of departments and of the company stay without an owner',
    links: { ownerEmployeeId: { ...SUBJECT, only: { level: GoalLevel.Individual } } },
    fields: {
      title: 'subject: deleted',
      description: 'subject: deleted',
      ownerEmployeeId: 'subject: deleted',
      departmentId: 'subject: deleted',
      level: 'subject: deleted',
      parentId: 'subject: deleted',
      startDate: 'subject: deleted',
      dueDate: 'subject: deleted',
      status: 'subject: deleted',
      keyResults: 'subject: deleted',
      placements: 'none',
      searchText: 'secret',
    },
  }),
  declare(GoalCheckInModel, {
    purpose: 'How far a key result is, said by whom',
    seenBy: 'Whoever sees the goal',
    kept: 'As long as its goal; without the name of who said it after erasure',
    links: { userId: { ...ACTOR, access: 'rows' } },
    fields: {
      goalId: 'actor: kept',
      keyResultId: 'none',
      number: 'none',
      userId: 'actor: kept',
      at: 'actor: kept',
      value: 'actor: kept',
      comment: 'actor: kept',
    },
  }),
  declare(SurveyInvitationModel, {
    purpose: 'Who may answer a pulse survey; it does not say whether they did',
    seenBy: 'No one',
    kept: 'Until erasure',
    links: { employeeId: SUBJECT },
    fields: { surveyId: 'subject: deleted', employeeId: 'subject: deleted', departmentId: 'subject: deleted' },
  }),
  // Answers to surveys cannot be connected to anyone (ADR 14).
  declareImpersonal(SurveyBallotModel, 'surveyId', 'fingerprint'),
  declareImpersonal(SurveyResponseModel, 'surveyId', 'departmentId', 'scores'),
  declareImpersonal(SurveyCommentModel, 'surveyId', 'questionId', 'text'),
  declareImpersonal(
    SurveyModel,
    'name',
    'description',
    'questions',
    'departmentIds',
    'status',
    'openedAt',
    'closedAt',
    'anonymityThreshold',
    'invited',
    'isAudienceFrozen',
    'responses',
    'salt',
    'enps',
    'searchText',
  ),
  declareImpersonal(CycleFiguresModel, 'cycleId', 'stamp', 'readiness', 'nineBox', 'topGaps', 'departmentScores'),
  declareImpersonal(CycleStatisticsModel, 'cycleId', 'stamp', 'countedAt', 'statistics'),
  declareImpersonal(GapAnalysisModel, 'runId', 'calculatedAt'),
  declareImpersonal(OutdatedGapRunModel, 'isRemoved'),
];
