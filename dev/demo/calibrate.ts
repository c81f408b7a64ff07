import type { CalibrationSubjectView } from '../../api/insight/calibration-entries.dto';
import { allPages, type Created, type DemoRun, each } from './run';
import { seededRandom } from './seeded-random';

/** How far the committee moves a score, whether it says something of potential, and why. */
const DECISIONS: readonly { by: number; potential?: number; reason: string }[] = [
  {
    by: -0.4,
    reason: 'All raters of this team are far milder than those of comparable teams; compared with its peers.',
  },
  {
    by: 0.35,
    potential: 4.5,
    reason: 'Carried the migration through the whole summer, which only two of the raters saw.',
  },
  { by: 0.25, reason: 'La responsable puntúa con mucha severidad a todo su equipo; se ajusta al criterio común.' },
  { by: -0.3, potential: 2, reason: 'The results of the second half year were not in when most raters answered.' },
  {
    by: 0.3,
    potential: 4.2,
    reason: 'Sustituyó durante cuatro meses a su jefe de equipo, además de su propio trabajo.',
  },
  { by: -0.2, reason: 'Compared with the others in the same role the objectives were easier this year.' },
];

const POTENTIALS = [
  { potential: 4.4, reason: 'Led the company-wide pricing project beside the own job.' },
  { potential: 2.2, reason: 'Quiere seguir como especialista; así lo hemos acordado.' },
];

/** Calibrates a few scores of a closed cycle in one session over the whole company, and applies it (decisions 5). */
export async function calibrate(run: DemoRun, cycleId: string): Promise<void> {
  const { hr, seed } = run;
  const { id } = await hr.post<Created>('/api/calibration', { cycleId, name: 'Calibration committee' });
  const subjects = await allPages<CalibrationSubjectView>(hr, `/api/calibration/${id}/entries`);
  const rated = subjects.filter(({ overall }) => overall !== null);
  const chosen = seededRandom(seed, 'calibration').shuffled(rated).slice(0, DECISIONS.length);
  await each(run, 'Calibration', chosen, async ({ subjectId, overall }, at) => {
    const { by = 0, ...decision } = DECISIONS[at] ?? {};
    await hr.put(`/api/calibration/${id}/entries/${subjectId}`, { ...decision, calibrated: moved(overall ?? 3, by) });
  });
  await hr.post(`/api/calibration/${id}/apply`);
  await setPotentials(
    run,
    cycleId,
    rated.filter((subject) => !chosen.includes(subject)),
  );
}

/** HR says how it sees the potential of two whom the committee did not talk about. */
async function setPotentials(
  { hr }: DemoRun,
  cycleId: string,
  others: readonly CalibrationSubjectView[],
): Promise<void> {
  for (const [at, { subjectId }] of others.slice(0, POTENTIALS.length).entries())
    await hr.put(`/api/nine-box/${subjectId}/potential`, { cycleId, ...POTENTIALS[at] });
}

/** Stays on the scale of the demo template, with two decimals. */
function moved(score: number, by: number): number {
  return Number(Math.min(5, Math.max(1, score + by)).toFixed(2));
}
