import { searchFilter } from '../db/search';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Employee, EmployeeModel } from '../people/employee.model';

/** Which subjects of a cycle: by the department and job profile that they had when it was generated; null asks for all. */
export interface SubjectFilter {
  departmentId?: string | null;
  jobProfileId?: string | null;
}

/** Also by several departments (absent asks for all, an empty list for none), and by a part of the name, e-mail or code. */
export interface SubjectPageFilter extends SubjectFilter {
  departmentIds?: readonly string[] | undefined;
  search?: string | undefined;
}

/** A subject's part in a cycle without the requirements. */
export type SubjectEvaluation = Omit<Evaluation, 'requirements'>;

/** A subject of a cycle, with what the employee is called today. */
export interface Subject {
  id: string;
  name: string;
  evaluation: SubjectEvaluation;
  employee: Pick<Employee, '_id' | 'fullName' | 'email' | 'employeeCode' | 'managerId' | 'updatedAt'>;
}

/** All subjects of a cycle by name, deleted employees left out; two queries. */
export async function cycleSubjects(cycleId: string, filter: SubjectPageFilter = {}): Promise<Subject[]> {
  return (await findSubjects(cycleId, filter)).subjects;
}

/** One page of the subjects of a cycle by name, and the count of all. */
export function subjectPage(
  cycleId: string,
  filter: SubjectPageFilter,
  page: { page: number; pageSize: number },
): Promise<{ subjects: Subject[]; totalCount: number }> {
  return findSubjects(cycleId, filter, page);
}

async function findSubjects(
  cycleId: string,
  { departmentIds, search, ...filter }: SubjectPageFilter,
  page?: { page: number; pageSize: number },
): Promise<{ subjects: Subject[]; totalCount: number }> {
  const inDepartments = departmentIds ? { departmentId: { $in: [...departmentIds] } } : {};
  const evaluations = await EvaluationModel.find({ cycleId, ...snapshotFilter(filter), ...inDepartments })
    .select('-requirements')
    .lean<SubjectEvaluation[]>();
  const bySubject = new Map(evaluations.map((evaluation) => [evaluation.subjectId, evaluation]));
  const present = { _id: { $in: [...bySubject.keys()] }, ...searchFilter(search) };
  // The folded text begins with the name: its order ignores case and accents.
  const byName = EmployeeModel.find(present)
    .sort({ searchText: 1, _id: 1 })
    .select('fullName email employeeCode managerId updatedAt');
  if (page) void byName.skip((page.page - 1) * page.pageSize).limit(page.pageSize);
  const employees = await byName.lean<Subject['employee'][]>();
  const totalCount = page ? await EmployeeModel.countDocuments(present) : employees.length;
  const subjects = employees.flatMap((employee) => {
    const evaluation = bySubject.get(employee._id);
    return evaluation ? [{ id: employee._id, name: employee.fullName, evaluation, employee }] : [];
  });
  return { subjects, totalCount };
}

/** The filter on rows that carry a subject's department and job profile as of the generation (evaluations, gaps). */
export function snapshotFilter({ departmentId, jobProfileId }: SubjectFilter): {
  departmentId?: string;
  jobProfileId?: string;
} {
  return { ...(departmentId ? { departmentId } : {}), ...(jobProfileId ? { jobProfileId } : {}) };
}
