import type { AssignResult } from '../../shared/jobs/contract';
import type { GenerateResult } from '../../shared/jobs/generate-result';
import type { ImportResult } from '../../shared/jobs/import-result';
import { calibrate } from './calibrate';
import { demoDates } from './demo-dates';
import { defineFramework, hirePeople, openAccounts } from './found-company';
import { holdSurveys } from './hold-surveys';
import { layCareerPaths } from './lay-career-paths';
import { allPages, type Colleague, type DemoRun } from './run';
import { answerCycle, closeCycle, openCycle, publishResults } from './run-cycle';
import { setGoals } from './set-goals';
import { writePlans } from './write-plans';

/** What the demo leaves behind. */
export interface DemoOutcome {
  /** The closed cycle, and of it the subject whose report shows most. */
  cycleId: string;
  subjectId: string;
  openCycleId: string;
  people: Colleague[];
  imported: ImportResult;
  generated: GenerateResult;
  peers: AssignResult;
  directReports: AssignResult;
  submitted: number;
  left: number;
}

const SHARE_WHO_ANSWER = 0.95;
const READERS = 12;

/**
 * Fills an empty organization over HTTP, as its people would: framework, import, a closed and calibrated cycle, an open
 * one, goals, career paths, development plans, surveys.
 */
export async function driveDemo(run: DemoRun, today: Date): Promise<DemoOutcome> {
  const dates = demoDates(today);
  const foundation = await defineFramework(run);
  const imported = await hirePeople(run);
  const people = await openAccounts(run, foundation);
  const closed = await openCycle(run, foundation, people, {
    name: `Annual review ${dates.year - 1}`,
    description: 'Every employee, all around',
    ...dates.closedReview,
    settings: { useCalibration: true },
  });
  const { submitted, left } = await answerCycle(run, closed.id, people, foundation, SHARE_WHO_ANSWER);
  await closeCycle(run, closed.id);
  await calibrate(run, closed.id);
  await publishResults(run, closed.id, people.slice(-READERS));
  const open = await openCycle(run, foundation, people, {
    name: `Annual review ${dates.year}`,
    description: 'Every employee, all around',
    ...dates.openReview,
    settings: { useCalibration: true },
  });
  await answerCycle(run, open.id, people, foundation, run.company.shareOfOpenAnswers);
  await setGoals(run, foundation, people, dates);
  await layCareerPaths(run, foundation, people);
  await writePlans(run, foundation, people, dates, closed.id);
  await holdSurveys(run, people);
  const { generated, peers, directReports } = closed;
  const subjectId = await mostEvaluated(run, closed.id);
  return {
    ...{ cycleId: closed.id, subjectId, openCycleId: open.id, people },
    ...{ imported, generated, peers, directReports, submitted, left },
  };
}

/** Of the subjects whom everyone has evaluated, the one with most evaluators: its report shows every evaluator type. */
async function mostEvaluated({ hr }: DemoRun, cycleId: string): Promise<string> {
  const rows = await allPages<{ subjectId: string; submitted: number; complete: boolean }>(
    hr,
    `/api/evaluation-results?cycleId=${cycleId}`,
  );
  const [best] = rows.toSorted((a, b) => Number(b.complete) - Number(a.complete) || b.submitted - a.submitted);
  if (!best) throw new Error('The cycle has no results.');
  return best.subjectId;
}
