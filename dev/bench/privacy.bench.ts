import { rowBatches } from '../../shared/db/batches';
import { inTransaction } from '../../shared/db/transaction';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { now } from '../../shared/kernel/clock';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { storeRequest } from '../../shared/privacy/privacy-request.store';
import { PrivacyKind, PrivacyStatus, TextDecision } from '../../shared/privacy/privacy-status';
import { PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { runJob } from '../../test/support/run-handler';
import { answerAll, makeCycle, makeFramework } from './cycle';
import { serveApi } from './http-service';
import { median, timed } from './measure';
import { makeEmployees, makeTenant, within } from './tenant';

const REQUIREMENTS = 3;
const PEOPLE = 3;

/** Milliseconds of each step of a request for one person, by its name. */
export type PrivacySteps = Map<string, number>;

/**
 * What the requests of one person take among `count` employees who have all been evaluated: the access file, and the erasure with
 * its search for what others wrote about the person and for what remains. In the median of three people.
 */
export async function privacySteps(count: number): Promise<PrivacySteps> {
  const tenantId = await makeTenant();
  const api = await serveApi(); // the search for what remains asks Redis, too
  try {
    return await within(tenantId, async () => {
      const people = await makeEvaluatedPeople(count);
      const steps: [string, number][][] = [];
      for (const employeeId of people) steps.push([...(await access(employeeId)), ...(await erasure(employeeId))]);
      const names = steps[0]?.map(([name]) => name) ?? [];
      return new Map(names.map((name, at) => [name, median(steps.map((step) => step[at]?.[1] ?? 0))]));
    });
  } finally {
    await api.close();
  }
}

/** The last ones: they manage no one, so that each has as much. */
async function makeEvaluatedPeople(count: number): Promise<string[]> {
  const framework = await makeFramework(REQUIREMENTS);
  const employees = await makeEmployees(count, framework.jobProfileId);
  const cycleId = await makeCycle(framework.templateId);
  await runJob('evaluation.generate', { cycleId });
  await answerAll(cycleId, framework.competencyIds.length);
  const people = employees.slice(-PEOPLE);
  await writeComments(people.map(({ fullName }) => fullName));
  return people.map(({ _id }) => _id);
}

const VOCABULARY = 2_000;
const WORDS = 15;
const COMMENTS = 2;
const MENTIONS = 5;

/** Two comments in each submitted evaluation, as an older release has stored them; a handful of them name each of these people. */
async function writeComments(fullNames: readonly string[]): Promise<void> {
  const naming = fullNames.flatMap((fullName) => Array.from({ length: MENTIONS }, () => `Ask ${fullName}'s team. `));
  let [number, seed] = [0, 1];
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) % VOCABULARY;
  const comment = (): string => `It was word${Array.from({ length: WORDS }, next).join(' word')}.`;
  for await (const rows of rowBatches(ParticipantModel, {}, { fields: ['_id', 'answers'] }))
    await ParticipantModel.collection.bulkWrite(
      rows.map(({ _id, answers }) => {
        const mention = naming[number++] ?? '';
        const written = answers.map((answer, at) =>
          at < COMMENTS ? { ...answer, comment: `${at === 0 ? mention : ''}${comment()}` } : answer,
        );
        return { updateOne: { filter: { _id: _id as never }, update: { $set: { answers: written } } } };
      }),
    );
}

const access = (employeeId: string): Promise<[string, number][]> =>
  answer(employeeId, PrivacyKind.Access, {
    decision: TextDecision.Release,
    collect: 'access: find the comments to decide on',
    complete: ['privacy.complete-access', 'access: write the file'],
  });

async function erasure(employeeId: string): Promise<[string, number][]> {
  const left = { status: EmployeeStatus.Terminated, terminationDate: now().toISOString().slice(0, 10) };
  await EmployeeModel.updateOne({ _id: employeeId }, { $set: left });
  return answer(employeeId, PrivacyKind.Erasure, {
    decision: TextDecision.Redact,
    collect: 'erasure: find mentions',
    complete: ['privacy.erase', 'erasure: erase, and look for what remains'],
  });
}

interface Steps {
  /** What is decided about every text that the first step finds. */
  decision: TextDecision;
  /** What the first step is called, and the job and the name of the last one. */
  collect: string;
  complete: ['privacy.complete-access' | 'privacy.erase', string];
}

/** Milliseconds of the two jobs of a request, by the names of the steps. */
async function answer(
  employeeId: string,
  kind: PrivacyKind,
  { decision, collect, complete: [job, name] }: Steps,
): Promise<[string, number][]> {
  const requestId = await request(employeeId, kind);
  const collectMs = await timed(() => runJob('privacy.collect', { requestId }));
  await decideAll(requestId, decision);
  const completeMs = await timed(() => runJob(job, { requestId }));
  return [
    [collect, collectMs],
    [name, completeMs],
  ];
}

async function request(employeeId: string, kind: PrivacyKind): Promise<string> {
  const stored = await inTransaction(() => storeRequest({ employeeId, userId: null, kind, note: null }));
  return stored.request._id;
}

async function decideAll(requestId: string, decision: TextDecision): Promise<void> {
  await PrivacyTextModel.updateMany({ requestId }, { $set: { decision } });
  await PrivacyRequestModel.updateOne({ _id: requestId }, { $set: { status: PrivacyStatus.Completing } });
}
