import type { ClientConditions, Exceptions } from './judge';

const JOBS_OF_A_MONTH = 'jobs are kept for 30 days, and an organization has few of one type';
const JOB_READS_ALL = 'a job that reads all of them once';
const FEW_ADMINISTRATORS = 'an organization has few administrators';
const VERSION_OF_ALL = 'whether what is made of all rows has changed follows from all of them (docs/adr/0037)';
const PROGRESS = 'progress rolls up from the goals below: it takes the measures of all (docs/adr/0013)';
const TREE = 'the tree and the list of all goals show all of them, by title';
const FEW_ORGANIZATIONS = 'an installation has some thousand organizations at most';
const WHOLE_CALIBRATION = 'HR applies a session: all its evaluations change';
const CHANGED_SINCE =
  'what has changed since is compared with the rows of a cycle, or with the people: BI asks at night (docs/adr/0061)';
const WHO_GETS_NO_SCORE =
  'HR prepares a cycle whose template asks by job alone: those whom no index can exclude are read';
const WHO_IS_LEFT_OUT =
  'HR prepares a cycle whose rule names who is evaluated: all Active employees are compared with it';
const WHOM_A_RULE_NAMES = 'a job that reads all whom the rule of a cycle evaluates, once';
const WHOM_NO_MANAGER_EVALUATES =
  'HR prepares or generates a cycle, and is told whom no manager evaluates: no index can exclude the others';
const DELETED_ONCE = 'what names a row that is deleted is looked for among the plans of the organization, once';
const PROVIDER_CHANGES = 'an administrator changes the provider of single sign-on: once in years';
const WHO_NAMED_A_GUEST =
  'a guest is erased, or a year after a cycle closed: few times, among the subjects of one cycle';
const WHO_CAN_STILL_ANSWER =
  'HR looks at those of a cycle who have not submitted: the index of the status finds them, and each is read for how far it is';
const WHOM_MAILS_CONCERN = 'a mail, or its preview, concerns all who are asked in the cycle';

/** Queries that need no index of their own, by the beginning of their lines. */
export const EXCEPTIONS: Exceptions = {
  'aggregate evaluations {cycleId, departmentId, subjectPresence filter, tenantId} fields requirements':
    'the heatmap shows every subject of the department',
  'aggregate evaluations {cycleId, jobProfileId, subjectPresence filter, tenantId} fields requirements':
    'the heatmap shows every subject of the job profile',
  'aggregate evaluations {cycleId, tenantId, updatedAt range} fields departmentId,updatedAt': CHANGED_SINCE,
  'aggregate careerassignments {tenantId} fields revision,updatedAt': VERSION_OF_ALL,
  'aggregate employees {isDeleted false, tenantId} fields revision,updatedAt': VERSION_OF_ALL,
  'aggregate evaluations {tenantId} fields revision,updatedAt': VERSION_OF_ALL,
  'aggregate evaluations {cycleId, subjectPresence filter, tenantId} fields requirements':
    'the heatmap shows every subject',
  'aggregate evaluations {cycleId, subjectPresence filter, tenantId} fields calibratedPotential,':
    'the boxes of a dashboard are counted over every subject, once after each change',
  'aggregate gaps {departmentId, runId, tenantId} fields': 'the heatmap shows every gap of the department',
  'aggregate jobs {runs, status} fields createdAt,type': 'few jobs are Queued',
  'aggregate gaps {jobProfileId, runId, tenantId} fields': 'the heatmap shows every gap of the job profile',
  'aggregate participants {answers filter, cycleId,': WHOM_MAILS_CONCERN,
  'aggregate participants {answers, cycleId,': WHOM_MAILS_CONCERN,
  'aggregate participants {cycleId, evaluatorPresence filter,': WHOM_MAILS_CONCERN,
  'aggregate participants {cycleId, subjectPresence filter, submittedAt range, tenantId} fields submittedAt':
    'all that was submitted in a cycle is counted; an index with the presence of subjects would be taken for lists',
  'aggregate participants {cycleId, tenantId} or(': 'the assignment of peers weighs the load of every evaluator',
  'aggregate surveyresponses {surveyId, tenantId} fields': 'the results of a survey are the sum of all its responses',
  'update evaluations {cycleId, nomination.guests.email': WHO_NAMED_A_GUEST,
  'count auditdrafts': 'drafts live for some seconds',
  'count auditlogs {eventType in, occurredAt range': 'a period of the log is read from the newest entry on',
  'find auditlogs {eventType in, occurredAt range': 'a period of the log is read from the newest entry on',
  'find auditlogs {occurredAt range': 'a period of the log is read from the newest entry on',
  'count employees {erasedAt null, isDeleted in, tenantId} or': 'HR changes how long data are kept: once in months',
  'count employees {isDeleted false, tenantId} or({updatedAt range}':
    'what has changed since is found by four references',
  'count employees {isDeleted in, tenantId} or({updatedAt range}': 'what has changed since is found by four references',
  'count participants {cycleId, evaluatorPresence filter,': WHO_CAN_STILL_ANSWER,
  'find participants {cycleId, evaluatorPresence filter,': WHO_CAN_STILL_ANSWER,
  'count participants {cycleId, subjectPresence filter, submittedAt range':
    'HR looks at the submissions of a day, of which few are about deleted employees',
  'count employees {departmentId, isDeleted in,': 'what has changed since, in a department',
  'find employees {isDeleted false, tenantId} or({updatedAt range}':
    'what has changed since is found by four references',
  'find employees {isDeleted in, tenantId} or({updatedAt range}': 'what has changed since is found by four references',
  'find evaluations {cycleId, subjectId range, tenantId} or({updatedAt range}': CHANGED_SINCE,
  'find evaluations {cycleId, tenantId} or({updatedAt range}': CHANGED_SINCE,
  'find gaps {employeeId range, runId, tenantId} or({employeeId in}': CHANGED_SINCE,
  'find gaps {runId, tenantId} or({employeeId in}': CHANGED_SINCE,
  'count gaps {departmentId, requirementId, runId': 'the gaps of a department are some hundreds',
  'find gaps {departmentId, requirementId, runId': 'the gaps of a department are some hundreds',
  'find evaluations {cycleId, departmentId in, tally null': WHOLE_CALIBRATION,
  'find evaluations {cycleId, tally null': WHOLE_CALIBRATION,
  'update evaluations {calibratedAt filter, cycleId': WHOLE_CALIBRATION,
  'count employees {isDeleted false, jobProfileId filter, status, tenantId}': WHO_GETS_NO_SCORE,
  'count employees {isDeleted false, status, tenantId} or({$nor filter}': WHO_IS_LEFT_OUT,
  'count evaluations {cycleId, requirements.requirementId filter,': WHO_GETS_NO_SCORE,
  'count users {employeeId range, isActive true, tenantId}':
    'HR asks before a cycle opens who cannot sign in: all accounts are counted',
  'find employees {isDeleted false, jobProfileId filter, status, tenantId} sort searchText,_id': WHO_GETS_NO_SCORE,
  'find employees {isDeleted false, status, tenantId} or({$nor filter}': WHO_IS_LEFT_OUT,
  'distinct evaluations {cycleId, subjectPresence, tenantId} fields subjectId':
    'few subjects of a cycle were withdrawn',
  'find evaluations {cycleId, requirements.requirementId filter,': WHO_GETS_NO_SCORE,
  'count evaluations {cycleId, subjectPresence filter, tally.types.Manager.': WHOM_NO_MANAGER_EVALUATES,
  'find evaluations {cycleId, subjectPresence filter, tally.types.Manager.': WHOM_NO_MANAGER_EVALUATES,
  'find developmentplans {actions.competencyId in': DELETED_ONCE,
  'update developmentplans {approverId in': DELETED_ONCE,
  'update developmentplans {cycleId in': DELETED_ONCE,
  'find credentials {ssoSubject filter': PROVIDER_CHANGES,
  'update credentials {ssoSubject filter': PROVIDER_CHANGES,
  'update sessions {revokedAt null, sso ': PROVIDER_CHANGES,
  'count jobs {status, tenantId, type}': JOBS_OF_A_MONTH,
  'find jobs {status, tenantId, type} sort': JOBS_OF_A_MONTH,
  'count jobs {error.code, finishedAt range, status}': 'of the jobs that failed in a day few did so for good',
  'find jobs {status} sort createdAt,_id first': 'few jobs are Queued',
  'distinct jobs {payload.fileId in, status in': 'few jobs are Queued or Running',
  'distinct participants {cycleId, status in, subjectPresence filter, tenantId} fields evaluatorId':
    'the calibration of raters compares all who have submitted',
  'distinct keptresults {cycleId, since range':
    'a daily task looks whether something is kept of all subjects of a cycle',
  'find careerassignments {': 'the dataset of the nine-box has everyone with a career path',
  'find developmentplans {approverId null': 'few plans wait for an approval',
  'find employees {_id filter, erasedAt null, isDeleted true':
    'the earlier rows of one person: few have the same email or code',
  'find employees {departmentId, isDeleted false, status filter, tenantId} sort _id': JOB_READS_ALL,
  'find employees {_id range,':
    'BI walks through all people by their ids: what it filters by is compared as they are read',
  'find employees {isDeleted false, searchText filter, tenantId} fields _id':
    'the text is compared in the index; see docs/scaling.md',
  'find employees {isDeleted false, status filter, tenantId}': JOB_READS_ALL,
  'find employees {isDeleted false, status, tenantId} sort departmentId,_id': JOB_READS_ALL,
  'find employees {_id filter, isDeleted false, status, tenantId} sort departmentId,_id': WHOM_A_RULE_NAMES,
  'find employees {departmentId in, hireDate range, isDeleted false, status, tenantId} sort departmentId,_id':
    WHOM_A_RULE_NAMES,
  'find employees {departmentId in, isDeleted false, status, tenantId} sort departmentId,_id': WHOM_A_RULE_NAMES,
  'find employees {hireDate range, isDeleted false, status, tenantId} sort departmentId,_id': WHOM_A_RULE_NAMES,
  'find employees {isDeleted false, jobProfileId in, status, tenantId} sort departmentId,_id': WHOM_A_RULE_NAMES,
  'find employees {isDeleted false, status, tenantId} or({jobProfileId in} {_id in}) sort departmentId,_id':
    WHOM_A_RULE_NAMES,
  'find employees {isDeleted false, tenantId} fields _id,departmentId,email,employeeCode,firstName,hireDate,':
    JOB_READS_ALL,
  'find employees {isDeleted false, tenantId} fields _id,email,employeeCode,firstName,lastName': JOB_READS_ALL,
  'find employees {isDeleted false, tenantId} fields _id,managerId': JOB_READS_ALL,
  'find files.chunks {files_id range, n}': 'a task that looks at the first part of each file',
  'find files.files {} first fields _id': 'GridFS asks whether there is any file',
  'find goals {isDeleted false, tenantId} fields keyResults': PROGRESS,
  'find goals {isDeleted false, tenantId} fields parentId': PROGRESS,
  'find goals {isDeleted false, tenantId} or({level}': TREE,
  'find goals {isDeleted false, tenantId} sort searchText,_id': TREE,
  'find tenants {planId} sort': FEW_ORGANIZATIONS,
  'find tenants {}': FEW_ORGANIZATIONS,
  'find credentials {mayUsePassword true, tenantId, twoFactorSecret filter}': FEW_ADMINISTRATORS,
  'find users {_id filter, isActive true, roles, tenantId} sort fullName,_id page': FEW_ADMINISTRATORS,
  'findAndModify users {_id filter, isActive true, roles': FEW_ADMINISTRATORS,
};

/** Jobs and tasks that look everywhere, so that what they ask needs no index; each with its reason. */
export const WHOLE_READERS: Exceptions = {
  'task migrate': 'rewrites what an earlier version stored, in the order of ids, once',
  'job privacy.collect': 'finds what is stored about one person, wherever it is',
  'job privacy.complete-access': 'writes what is stored about one person into a file',
  'job privacy.erase': 'looks whether anything remains of one person',
};

/**
 * OData, which has no route of Express, finds the rows of a cycle, of a run of gaps, the people or the goals. The database compares
 * `$filter` with these: without it all of them are sent, and an index for each property that a client may filter would be written
 * with each row (docs/adr/0043).
 */
const ODATA: ClientConditions = {
  employees: ['_id', 'isDeleted'],
  evaluations: ['cycleId', 'subjectId'],
  gaps: ['runId', 'employeeId', 'requirementId'],
  goals: ['isDeleted'],
};
export const CLIENT_CONDITIONS: Readonly<Record<string, ClientConditions>> = { 'GET other': ODATA };
