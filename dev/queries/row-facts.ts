import type { RowFacts } from './index-rule';

/** What HR and operators set up: some hundreds, and departments, of which 100,000 people have 1,250. */
const SET_UP =
  'apikeys auditbeginnings auditheads auditpositions calibrations careerpaths competencies competencycategories cyclecaches cycles ' +
  'departments emailsettings emailtemplates evaluationtemplates gapanalyses importheadings jobprofiles mailtriggers plans planusages ' +
  'privacyrequests schedules scimtokens skillframeworks surveys webhooks webhookpositions';

/** What is known of the rows of an organization, whatever its size: it decides which queries need an index of their own. */
export const ROW_FACTS: RowFacts = {
  small: new Set(SET_UP.split(' ')),
  narrow: {
    auditlogs: ['entityId'],
    calibrationchanges: ['subjectId'],
    calibrationentries: ['subjectId'],
    developmentplans: ['employeeId'],
    employees: ['managerId', 'externalId'],
    evaluations: ['subjectId', 'managerId'],
    'files.chunks': ['files_id'],
    gaps: ['employeeId'],
    goalcheckins: ['goalId', 'userId'],
    goals: ['ownerEmployeeId', 'departmentId', 'parentId'],
    maildeliveries: ['employeeId'],
    nineboxpotentialchanges: ['employeeId'],
    notifications: ['userId'],
    participants: ['subjectId', 'evaluatorId'],
    passwordresetrequests: ['email'],
    privacytexts: ['requestId'],
    sessions: ['userId'],
    storedfiles: ['subjectEmployeeId', 'createdBy'],
    sums: ['account'],
    users: ['employeeId'],
  },
  grouped: { employees: ['departmentId'] },
  rarelyDecides: {
    _id: ['filter'],
    isDeleted: ['false'],
    subjectPresence: ['filter', 'among'],
    evaluatorPresence: ['filter', 'among'],
    isActive: ['true'],
    isCritical: ['true', 'false'],
  },
};
