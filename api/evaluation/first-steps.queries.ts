import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { DepartmentModel } from '../../shared/framework/department.model';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ssoProvider } from '../../shared/platform/sso/sso-provider.store';
import { countActiveEmployeesWithAccount } from './accounts-of-employees.queries';
import { cycleCounts } from './cycles/evaluation-cycles.queries';
import { FirstStep, type FirstStepsView, type FirstStepView } from './first-steps.dto';

type Running = Pick<Cycle, '_id' | 'name' | 'endDate'>;

/** Returns how far the organization is on the way to its first cycle, and the cycles that take answers; a dozen queries. */
export async function firstSteps(): Promise<FirstStepsView> {
  const [departments, competencies, profiles, employees, active, accounts, sso, templates, opened, running] =
    await Promise.all([
      DepartmentModel.countDocuments(),
      CompetencyModel.countDocuments(),
      JobProfileModel.countDocuments({ isCurrent: true }),
      EmployeeModel.countDocuments(),
      EmployeeModel.countDocuments({ status: EmployeeStatus.Active }),
      countActiveEmployeesWithAccount(),
      ssoProvider(),
      EvaluationTemplateModel.countDocuments({ isCurrent: true }),
      CycleModel.countDocuments({ openedAt: { $ne: null } }),
      runningCycles(),
    ]);
  const counts = await cycleCounts(running.map(({ _id }) => _id));
  const step = (key: FirstStep, count: number, href: string, isDone = count > 0): FirstStepView => ({
    key,
    isDone,
    count,
    href,
  });
  const isEverybodyInvited = employees > 0 && (sso !== null || accounts >= active);
  return {
    steps: [
      step(FirstStep.Departments, departments, '/departments'),
      step(FirstStep.Competencies, competencies, '/competencies'),
      step(FirstStep.JobProfiles, profiles, '/job-profiles'),
      step(FirstStep.Employees, employees, '/employees'),
      step(FirstStep.Accounts, accounts, '/employees', isEverybodyInvited),
      step(FirstStep.Template, templates, '/templates'),
      step(FirstStep.Cycle, opened, '/cycles'),
    ],
    runningCycles: running.map(({ _id, name, endDate }) => {
      const { submitted, participants } = counts(_id);
      return { id: _id, name, submitted, asked: participants, endDate };
    }),
  };
}

/** Returns the cycles that take answers; those that end first come first, those without an end last. */
async function runningCycles(): Promise<Running[]> {
  const rows = await CycleModel.find({ status: { $in: [CycleStatus.Open, CycleStatus.InProgress] } })
    .select('name endDate')
    .lean<Running[]>();
  const end = ({ endDate }: Running): string => endDate ?? '9999';
  return rows.toSorted((a, b) => end(a).localeCompare(end(b)) || a.name.localeCompare(b.name));
}
