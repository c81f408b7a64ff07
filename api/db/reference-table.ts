/**
 * What happens to a field when the row that it names is deleted.
 *
 * - cleared: the field becomes null, the field of an entry of a list does (`actions.competencyId`), or a list of ids loses the id.
 * - ended: the row goes with its owner: it is Cancelled if its status is one of `open`, and deleted.
 * - refused: the target cannot be deleted while the field names it (409).
 * - kept: the row is history, and shows the name that its target had.
 */
type OnDelete = 'cleared' | 'ended' | 'refused' | 'kept';

/** A field of one resource that holds the id of another. */
export interface Reference {
  /** Model of the rows that have the field. */
  from: string;
  field: string;
  /** Model of the rows that it names. */
  to: string;
  onDelete: OnDelete;
  /** The rows that this is about; omitted: all that are not deleted. */
  where?: Readonly<Record<string, unknown>>;
  /** Of an ended row: the statuses in which it is not over yet. */
  open?: readonly string[];
}

/** Cycles whose rule who is evaluated still counts, and those that are history. */
const NOT_OVER = { status: { $in: ['Draft', 'Open', 'InProgress'] } };
const OVER = { status: { $in: ['Closed', 'Archived'] } };

/**
 * All references between the resources of an organization whose target can be deleted. Cleared and ended ones are followed by
 * `followDeletion`; the services of the targets refuse. History's own keys (subject, evaluator and employee of a cycle, a plan
 * or a response) stay and carry names.
 */
export const REFERENCES: readonly Reference[] = [
  { from: 'Employee', field: 'managerId', to: 'Employee', onDelete: 'cleared' },
  { from: 'Department', field: 'managerId', to: 'Employee', onDelete: 'cleared' },
  {
    from: 'Goal',
    field: 'ownerEmployeeId',
    to: 'Employee',
    onDelete: 'ended',
    where: { level: 'Individual' },
    open: ['Draft', 'Active'],
  },
  {
    from: 'Goal',
    field: 'ownerEmployeeId',
    to: 'Employee',
    onDelete: 'cleared',
    where: { level: { $in: ['Company', 'Department'] } },
  },
  {
    from: 'DevelopmentPlan',
    field: 'employeeId',
    to: 'Employee',
    onDelete: 'ended',
    open: ['Draft', 'PendingApproval', 'Approved', 'Rejected', 'InProgress'],
  },
  { from: 'DevelopmentPlan', field: 'approverId', to: 'Employee', onDelete: 'cleared' },
  { from: 'Evaluation', field: 'managerId', to: 'Employee', onDelete: 'kept' },
  { from: 'Cycle', field: 'settings.subjects.excludedIds', to: 'Employee', onDelete: 'cleared' },
  { from: 'Cycle', field: 'settings.subjects.includedIds', to: 'Employee', onDelete: 'cleared' },
  { from: 'Employee', field: 'departmentId', to: 'Department', onDelete: 'refused' },
  { from: 'Department', field: 'parentId', to: 'Department', onDelete: 'refused' },
  { from: 'Survey', field: 'departmentIds', to: 'Department', onDelete: 'refused', where: { status: 'Draft' } },
  { from: 'Survey', field: 'departmentIds', to: 'Department', onDelete: 'kept', where: { status: { $ne: 'Draft' } } },
  { from: 'Cycle', field: 'settings.subjects.departmentIds', to: 'Department', onDelete: 'refused', where: NOT_OVER },
  { from: 'Cycle', field: 'settings.subjects.departmentIds', to: 'Department', onDelete: 'kept', where: OVER },
  { from: 'JobProfile', field: 'departmentId', to: 'Department', onDelete: 'cleared' },
  { from: 'Goal', field: 'departmentId', to: 'Department', onDelete: 'cleared' },
  { from: 'Evaluation', field: 'departmentId', to: 'Department', onDelete: 'kept' },
  { from: 'Gap', field: 'departmentId', to: 'Department', onDelete: 'kept' },
  { from: 'Calibration', field: 'departmentIds', to: 'Department', onDelete: 'kept' },
  { from: 'SurveyInvitation', field: 'departmentId', to: 'Department', onDelete: 'kept' },
  { from: 'SurveyResponse', field: 'departmentId', to: 'Department', onDelete: 'kept' },
  { from: 'MailTrigger', field: 'departmentId', to: 'Department', onDelete: 'kept' },
  { from: 'Employee', field: 'jobProfileId', to: 'JobProfile', onDelete: 'refused' },
  { from: 'CareerPath', field: 'steps.jobProfileId', to: 'JobProfile', onDelete: 'refused' },
  { from: 'Cycle', field: 'settings.subjects.jobProfileIds', to: 'JobProfile', onDelete: 'refused', where: NOT_OVER },
  { from: 'Cycle', field: 'settings.subjects.jobProfileIds', to: 'JobProfile', onDelete: 'kept', where: OVER },
  { from: 'Evaluation', field: 'jobProfileId', to: 'JobProfile', onDelete: 'kept' },
  { from: 'Gap', field: 'jobProfileId', to: 'JobProfile', onDelete: 'kept' },
  { from: 'JobProfile', field: 'requirements.competencyId', to: 'Competency', onDelete: 'refused' },
  { from: 'EvaluationTemplate', field: 'sections.items.competencyId', to: 'Competency', onDelete: 'refused' },
  { from: 'DevelopmentPlan', field: 'actions.competencyId', to: 'Competency', onDelete: 'cleared' },
  { from: 'Competency', field: 'categoryId', to: 'CompetencyCategory', onDelete: 'refused' },
  // A generated cycle keeps its template, which cannot be deleted then.
  { from: 'Cycle', field: 'templateId', to: 'EvaluationTemplate', onDelete: 'cleared', where: { generatedAt: null } },
  // Only a Draft cycle is deleted: one that was set back may have sessions and plans.
  { from: 'Calibration', field: 'cycleId', to: 'Cycle', onDelete: 'ended', open: ['Draft', 'InProgress'] },
  { from: 'DevelopmentPlan', field: 'cycleId', to: 'Cycle', onDelete: 'cleared' },
  { from: 'CareerAssignment', field: 'careerPathId', to: 'CareerPath', onDelete: 'cleared' },
  // The route refuses to delete a goal with child goals; those of a deleted employee continue without it.
  { from: 'Goal', field: 'parentId', to: 'Goal', onDelete: 'cleared' },
];
