import type { CalibrationSubjectView } from '../../api/insight/calibration/calibration-entries.dto';
import { allPages, type Created, type DemoRun, each } from './run';
import { seededRandom } from './seeded-random';

/** How far the committee moves a score, whether it says something of potential, and why. */
interface Decision {
  by: number;
  potential?: number;
  reason: string;
}

const DECISIONS: readonly Decision[] = [
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

/** Of a second session, which is still being discussed: enough for people to change their box. */
const PROPOSALS: readonly Decision[] = [
  { by: 1.1, potential: 4.6, reason: 'Took over two key accounts in the last quarter, after the review had begun.' },
  {
    by: -1.1,
    reason: 'Los objetivos del segundo semestre quedaron pendientes; el comité lo revisará con su responsable.',
  },
  { by: 0.8, reason: 'Mentored both new colleagues of the team, which no question of the review asks about.' },
  { by: 0.2, potential: 1.8, reason: 'Prefers to deepen the present role rather than to take on a team.' },
];

const POTENTIALS = [
  { potential: 4.4, reason: 'Led the company-wide pricing project in addition to their own job.' },
  { potential: 2.2, reason: 'Quiere seguir como especialista; así lo hemos acordado.' },
];

/** Calibrates a few scores of a closed cycle in one session over the whole company, and applies it. */
export async function calibrate(run: DemoRun, cycleId: string): Promise<void> {
  const { hr } = run;
  const { sessionId, chosen, others } = await discuss(run, cycleId, 'Calibration committee', DECISIONS);
  await hr.post(`/api/calibration/${sessionId}/apply`);
  await setPotentials(run, cycleId, others);
  await discuss(run, cycleId, 'Talent committee', PROPOSALS, new Set(chosen));
}

interface Discussion {
  sessionId: string;
  /** Whom the committee talked about, by subject id. */
  chosen: string[];
  /** Those with a score whom it did not talk about. */
  others: CalibrationSubjectView[];
}

/** Opens a session over the whole company with one decision for each of a few subjects. */
async function discuss(
  run: DemoRun,
  cycleId: string,
  name: string,
  decisions: readonly Decision[],
  discussed: ReadonlySet<string> = new Set(),
): Promise<Discussion> {
  const { hr, seed } = run;
  const { id } = await hr.post<Created>('/api/calibration', { cycleId, name });
  const subjects = await allPages<CalibrationSubjectView>(hr, `/api/calibration/${id}/entries`);
  const rated = subjects.filter(({ subjectId, overall }) => overall !== null && !discussed.has(subjectId));
  const chosen = seededRandom(seed, 'calibration').shuffled(rated).slice(0, decisions.length);
  await each(run, name, chosen, async ({ subjectId, overall }, at) => {
    const { by = 0, ...decision } = decisions[at] ?? {};
    await hr.put(`/api/calibration/${id}/entries/${subjectId}`, { ...decision, calibrated: moved(overall ?? 3, by) });
  });
  return {
    sessionId: id,
    chosen: chosen.map(({ subjectId }) => subjectId),
    others: rated.filter((subject) => !chosen.includes(subject)),
  };
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
