import type { Model } from 'mongoose';
import type { Row } from '../db/rows';
import { CycleModel } from '../evaluation/cycles/cycle.model';
import { CareerPathModel } from '../framework/career-path.model';
import { CompetencyModel } from '../framework/competency.model';
import { JobProfileModel } from '../framework/job-profile.model';
import { GoalModel } from '../growth/goals/goal.model';
import { SurveyModel } from '../growth/pulse-surveys/survey.model';
import { CalibrationModel } from '../insight/calibration/calibration.model';
import { DepartmentModel } from '../people/department.model';
import { EmployeeModel } from '../people/employee.model';
import { StoredFileModel } from '../platform/stored-file.model';
import type { AccessField, NamedId } from './access-tree';

const named = <T extends Row>(as: string, model: Model<T>, field: keyof T & string): NamedId => ({
  as,
  model: model as unknown as Model<Row>,
  field,
});
const department = named('department', DepartmentModel, 'name');
const jobProfile = named('jobProfile', JobProfileModel, 'name');
const cycle = named('cycle', CycleModel, 'name');
const calibration = named('session', CalibrationModel, 'name');

/**
 * What an access file shows of the rows that belong to the person, value by value: a path that is not in this list is not
 * written, and a test asks for each path of a model that the map of personal data gives to the person. The person's own ids are
 * internal, and so is every figure that counts the answers of single evaluators (decisions 10): `evaluations` of the file shows
 * what of it may be shown.
 */
export const ACCESS_FIELDS: Readonly<Record<string, Readonly<Record<string, AccessField>>>> = {
  Employee: {
    employeeCode: 'shown',
    firstName: 'shown',
    lastName: 'shown',
    fullName: 'shown',
    email: 'shown',
    status: 'shown',
    departmentId: department,
    managerId: named('manager', EmployeeModel, 'fullName'),
    jobProfileId: jobProfile,
    hireDate: 'shown',
    terminationDate: 'shown',
    photoFileId: named('photo', StoredFileModel, 'name'),
    'legalHold.until': 'shown',
    'legalHold.reason': 'shown',
    'legalHold.by': 'internal',
    'legalHold.at': 'shown',
  },
  CareerAssignment: {
    employeeId: 'internal',
    careerPathId: named('careerPath', CareerPathModel, 'name'),
    assignedAt: 'shown',
  },
  Evaluation: {
    cycleId: cycle,
    subjectId: 'internal',
    'subject.fullName': 'shown',
    'subject.email': 'shown',
    'subject.employeeCode': 'shown',
    searchText: 'internal',
    subjectPresence: 'shown',
    departmentId: department,
    jobProfileId: jobProfile,
    'requirements.requirementId': 'internal',
    'requirements.requirement': 'shown',
    'requirements.requiredLevel': 'shown',
    'requirements.isCritical': 'shown',
    calibrated: 'shown',
    calibratedAt: 'shown',
    calibratedPotential: 'shown',
    calibratedPotentialAt: 'shown',
    hrPotential: 'shown',
    hrPotentialAt: 'shown',
    tally: 'internal',
    effective: 'internal',
  },
  Gap: {
    cycleId: cycle,
    employeeId: 'internal',
    departmentId: department,
    jobProfileId: jobProfile,
    requirementId: 'internal',
    requirement: 'shown',
    requiredLevel: 'shown',
    isCritical: 'shown',
    currentLevel: 'internal',
    gapLevel: 'internal',
    priority: 'internal',
  },
  CalibrationEntry: {
    sessionId: calibration,
    subjectId: 'internal',
    overall: 'internal',
    calibrated: 'shown',
    potential: 'shown',
    reason: 'shown',
    at: 'shown',
  },
  CalibrationChange: {
    sessionId: calibration,
    subjectId: 'internal',
    'before.calibrated': 'shown',
    'before.potential': 'shown',
    'before.reason': 'shown',
    'after.calibrated': 'shown',
    'after.potential': 'shown',
    'after.reason': 'shown',
    undoes: 'internal',
    sequence: 'internal',
    at: 'shown',
  },
  NineBoxPotentialChange: {
    cycleId: cycle,
    employeeId: 'internal',
    before: 'shown',
    after: 'shown',
    reason: 'shown',
    at: 'shown',
  },
  DevelopmentPlan: {
    employeeId: 'internal',
    title: 'shown',
    cycleId: cycle,
    status: 'shown',
    decidedAt: 'shown',
    rejectionReason: 'shown',
    submittedAt: 'shown',
    startedAt: 'shown',
    completedAt: 'shown',
    'actions.id': 'internal',
    'actions.title': 'shown',
    'actions.type': 'shown',
    'actions.competencyId': named('competency', CompetencyModel, 'name'),
    'actions.requirementId': 'internal',
    'actions.requirement': 'shown',
    'actions.dueDate': 'shown',
    'actions.status': 'shown',
    'actions.evidenceFileIds': named('evidenceFiles', StoredFileModel, 'name'),
  },
  Goal: {
    title: 'shown',
    description: 'shown',
    ownerEmployeeId: 'internal',
    departmentId: department,
    level: 'shown',
    parentId: named('parent', GoalModel, 'title'),
    startDate: 'shown',
    dueDate: 'shown',
    status: 'shown',
    'keyResults.id': 'internal',
    'keyResults.title': 'shown',
    'keyResults.unit': 'shown',
    'keyResults.startValue': 'shown',
    'keyResults.targetValue': 'shown',
    'keyResults.currentValue': 'shown',
    'keyResults.weight': 'shown',
    'keyResults.checkInCount': 'shown',
    'keyResults.recentCheckIns.number': 'internal',
    'keyResults.recentCheckIns.userId': 'internal',
    'keyResults.recentCheckIns.at': 'shown',
    'keyResults.recentCheckIns.value': 'shown',
    'keyResults.recentCheckIns.comment': 'shown',
  },
  GoalCheckIn: {
    goalId: named('goal', GoalModel, 'title'),
    userId: 'internal',
    at: 'shown',
    value: 'shown',
    comment: 'shown',
  },
  SurveyInvitation: {
    surveyId: named('survey', SurveyModel, 'name'),
    employeeId: 'internal',
    departmentId: department,
  },
  User: {
    email: 'shown',
    fullName: 'shown',
    roles: 'shown',
    isActive: 'shown',
    deactivatedBecause: 'shown',
    employeeId: 'internal',
    locale: 'shown',
    avatarFileId: named('avatar', StoredFileModel, 'name'),
  },
  Credential: {
    temporaryUntil: 'shown',
    mustChangePassword: 'shown',
    failedSignIns: 'shown',
    lockedUntil: 'shown',
    lastSignInAt: 'shown',
    resetTokenUntil: 'shown',
    resetMailedAt: 'shown',
  },
  Session: {
    userId: 'internal',
    rotatedAt: 'shown',
    rotations: 'internal',
    lastSeenAt: 'shown',
    expiresAt: 'shown',
    revokedAt: 'shown',
    userAgent: 'shown',
    ip: 'shown',
  },
  PasswordResetRequest: { email: 'shown' },
  Notification: {
    userId: 'internal',
    type: 'shown',
    title: 'shown',
    body: 'shown',
    link: 'shown',
    readAt: 'shown',
  },
  MailDelivery: { employeeId: 'internal', status: 'shown', attempts: 'internal', reason: 'shown' },
  PrivacyRequest: {
    employeeId: 'internal',
    kind: 'shown',
    status: 'shown',
    note: 'shown',
    dueAt: 'shown',
    extendedAt: 'shown',
    reason: 'shown',
    completedAt: 'shown',
    fileId: 'internal',
  },
};
