/** Who is evaluated in a cycle; the kinds narrow each other. Only Active employees ever are. */
export interface SubjectRule {
  /** A department includes those below it; empty means any. */
  departmentIds: string[];
  /** A profile includes its other versions; empty means any. */
  jobProfileIds: string[];
  /** A date `yyyy-mm-dd`: only those who were hired before it. */
  hiredBefore: string | null;
  /** Left out, whatever the other kinds say. */
  excludedIds: string[];
  /** Evaluated, whatever the other kinds say; with nothing else they are all there are. */
  includedIds: string[];
}

/** Why an Active employee is not evaluated in a cycle. */
export enum ExclusionReason {
  Excluded = 'Excluded',
  Department = 'Department',
  JobProfile = 'JobProfile',
  HireDate = 'HireDate',
  /** The rule names who is evaluated, and does not name this employee. */
  NotIncluded = 'NotIncluded',
  /** HR withdrew the subject after the generation. */
  Withdrawn = 'Withdrawn',
}

/** What a rule asks of an employee. */
interface SubjectFactsOfRule {
  _id: string;
  departmentId: string | null;
  jobProfileId: string | null;
  hireDate: string | null;
}

/** A rule with the departments and profiles that it covers. */
export type ExpandedRule = Omit<SubjectRule, 'departmentIds' | 'jobProfileIds'> & {
  departmentIds: ReadonlySet<string>;
  jobProfileIds: ReadonlySet<string>;
  /** See {@link onlyIncludes}. */
  isOnlyIncluded: boolean;
};

/** Whether the rule consists of included employees alone. */
export function onlyIncludes({ departmentIds, jobProfileIds, hiredBefore, excludedIds }: SubjectRule): boolean {
  return departmentIds.length + jobProfileIds.length + excludedIds.length === 0 && hiredBefore === null;
}

/** Returns why an Active employee is not evaluated under a rule; null for one who is. Unknown dates of hire are not before a date. */
export function exclusionOf(rule: ExpandedRule, employee: SubjectFactsOfRule): ExclusionReason | null {
  const { _id, departmentId, jobProfileId, hireDate } = employee;
  if (rule.includedIds.includes(_id)) return null;
  if (rule.isOnlyIncluded) return ExclusionReason.NotIncluded;
  if (rule.excludedIds.includes(_id)) return ExclusionReason.Excluded;
  if (rule.departmentIds.size > 0 && !rule.departmentIds.has(departmentId ?? '')) return ExclusionReason.Department;
  if (rule.jobProfileIds.size > 0 && !rule.jobProfileIds.has(jobProfileId ?? '')) return ExclusionReason.JobProfile;
  const isTooNew = rule.hiredBefore !== null && (hireDate === null || hireDate >= rule.hiredBefore);
  return isTooNew ? ExclusionReason.HireDate : null;
}
