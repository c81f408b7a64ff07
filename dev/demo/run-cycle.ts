import type { MyEvaluationRow } from '../../api/evaluation/my-evaluations.dto';
import type { EvaluationTemplateView } from '../../api/framework/evaluation-templates.dto';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { AssignResult } from '../../shared/jobs/contract';
import type { GenerateResult } from '../../shared/jobs/generate-result';
import { demoAnswers } from './answers';
import { headOf } from './posts';
import { allPages, type Colleague, type Created, type DemoRun, each, type Foundation, step } from './run';
import { seededRandom } from './seeded-random';

/** A cycle that takes answers. */
export interface DemoCycle {
  id: string;
  generated: GenerateResult;
  peers: AssignResult;
  directReports: AssignResult;
}

/** How many evaluations were answered, and how many left open. */
export interface AnswerCounts {
  submitted: number;
  left: number;
}

/** The head of a department who is evaluated, and the heads of those that depend on it. */
const STAKEHOLDERS: readonly (readonly [subject: string, evaluators: readonly string[]])[] = [
  ['VEN', ['ENG', 'CUS', 'OPS']],
  ['CUS', ['VEN']],
];

/** Creates a cycle, generates its evaluations with stakeholders, peers and direct reports, and opens it. */
export async function openCycle(
  run: DemoRun,
  { templateId }: Foundation,
  people: readonly Colleague[],
  cycle: { name: string; description: string; startDate: string; endDate: string; settings?: object },
): Promise<DemoCycle> {
  const { hr } = run;
  const { id } = await hr.post<Created>('/api/evaluation-cycles', { templateId, ...cycle });
  const path = cyclePath(id);
  return step(run, `${cycle.name}: who evaluates whom`, 5, async (tick) => {
    const after = async <T>(answer: Promise<T>): Promise<T> => {
      const result = await answer;
      tick();
      return result;
    };
    const generated = await after(hr.post<GenerateResult>(`${path}/generate-evaluations`));
    await after(inviteStakeholders(run, id, people));
    const peers = await after(hr.post<AssignResult>(`${path}/auto-assign-peers`));
    const directReports = await after(hr.post<AssignResult>(`${path}/auto-assign-direct-reports`));
    await after(hr.post(`${path}/status/1`));
    return { id, generated, peers, directReports };
  });
}

async function inviteStakeholders({ hr }: DemoRun, cycleId: string, people: readonly Colleague[]): Promise<void> {
  for (const [subject, evaluators] of STAKEHOLDERS)
    for (const evaluator of evaluators)
      await hr.post('/api/peer-assignments', {
        cycleId,
        subjectId: headOf(people, subject).id,
        evaluatorId: headOf(people, evaluator).id,
        evaluatorType: EvaluatorType.Stakeholder,
      });
}

/** Lets a share of those who were asked answer; the same people at each run. */
export async function answerCycle(
  run: DemoRun,
  cycleId: string,
  people: readonly Colleague[],
  { templateId }: Foundation,
  share: number,
): Promise<AnswerCounts> {
  const template = await run.hr.get<EvaluationTemplateView>(`/api/evaluation-templates/${templateId}`);
  const emailOf = new Map(people.map(({ id, email }) => [id, email]));
  const counts = { submitted: 0, left: 0 };
  await each(run, 'Answers of the participants', people, async ({ email, client }) => {
    for (const { id, evaluatorType, subject } of await evaluationsOf(client, cycleId)) {
      const subjectEmail = emailOf.get(subject.id) ?? subject.id;
      if (!seededRandom(run.seed, 'answers-at-all', subjectEmail, email).chance(share)) {
        counts.left++;
        continue;
      }
      const answers = demoAnswers(run.seed, subjectEmail, email, evaluatorType, template);
      await client.post(`/api/my-evaluations/${id}/respond`, { answers });
      await client.post(`/api/my-evaluations/${id}/submit`);
      counts.submitted++;
    }
  });
  return counts;
}

/** Closes a cycle, which calculates its gaps. */
export async function closeCycle(run: DemoRun, cycleId: string): Promise<void> {
  await step(run, 'Closing and gaps', 1, async (tick) => {
    await run.hr.post(`${cyclePath(cycleId)}/status/3`);
    tick();
  });
}

/** Publishes the results of a closed cycle; those given acknowledge theirs, if they have answered about themselves. */
export async function publishResults(run: DemoRun, cycleId: string, readers: readonly Colleague[]): Promise<void> {
  await run.hr.post(`/api/evaluation-results/${cycleId}/publish`);
  await each(run, 'Results are read', readers, async ({ client }) => {
    const own = (await evaluationsOf(client, cycleId, 'Submitted')).find(isSelf);
    if (own) await client.post(`/api/my-evaluations/${own.id}/acknowledge`);
  });
}

function isSelf({ evaluatorType }: MyEvaluationRow): boolean {
  return evaluatorType === EvaluatorType.Self;
}

function evaluationsOf(client: DemoRun['hr'], cycleId: string, status?: string): Promise<MyEvaluationRow[]> {
  return allPages(client, `/api/my-evaluations?cycleId=${cycleId}${status ? `&status=${status}` : ''}`);
}

function cyclePath(id: string): string {
  return `/api/evaluation-cycles/${id}`;
}
