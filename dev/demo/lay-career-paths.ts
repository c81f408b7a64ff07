import { type Colleague, type Created, type DemoRun, each, type Foundation } from './run';

/** Career paths of the demo company by the codes of their job profiles; who has the first profile is put on it. */
const PATHS: readonly { name: string; description: string; profileCodes: readonly string[]; minMonths: number }[] = [
  {
    name: 'Engineering leadership',
    description: 'From building systems to leading those who build them.',
    profileCodes: ['SWE', 'TLD', 'HOD'],
    minMonths: 24,
  },
  {
    name: 'Del cliente a la dirección',
    description: 'De acompañar clientes a dirigir un departamento.',
    profileCodes: ['CSM', 'TLD', 'HOD'],
    minMonths: 30,
  },
  {
    name: 'Sales leadership',
    description: 'From own customers to a department with a target.',
    profileCodes: ['AEX', 'TLD', 'HOD'],
    minMonths: 24,
  },
];

const MAX_ON_A_PATH = 40;

/** Creates the career paths and puts employees on them. */
export async function layCareerPaths(
  run: DemoRun,
  { profiles }: Foundation,
  people: readonly Colleague[],
): Promise<void> {
  for (const { name, description, profileCodes, minMonths } of PATHS) {
    const steps = profileCodes.map((code, at) => ({ order: at + 1, jobProfileId: profiles.get(code), minMonths }));
    const { id } = await run.hr.post<Created>('/api/career-paths', { name, description, steps });
    const beginners = people.filter(({ profileCode }) => profileCode === profileCodes[0]).slice(0, MAX_ON_A_PATH);
    await each(run, `Career path ${name}`, beginners, (person) =>
      run.hr.put(`/api/career-paths/${id}/employees/${person.id}`, {}),
    );
  }
}
