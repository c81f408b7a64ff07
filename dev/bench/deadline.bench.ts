import express from 'express';
import mongoose from 'mongoose';
import { openSession } from '../../api/platform/sign-in/sessions.service';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { SumModel } from '../../shared/db/sum.model';
import { inTransaction } from '../../shared/db/transaction';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { createAccount } from '../../shared/platform/accounts/account.store';
import { AuditLogModel } from '../../shared/platform/audit/audit-log.model';
import { runJob } from '../../test/support/run-handler';
import { itemIdAt, makeCycle, makeFramework } from './cycle';
import { type Evaluators, type OwnTask, startEvaluators } from './evaluators';
import { type HttpService, serve, serveApi } from './http-service';
import { type Comparison, median } from './measure';
import { makeEmployees, makeTenant, rawTwin, type RawTwin, within } from './tenant';

const ITEMS = 12;
const CONNECTIONS = 64;

type Row = Record<string, unknown> & { _id: string };

/** The last hour before a deadline; `tail` tells the p99 of ours in the time of its p50, `close` ends what serves it. */
export interface DeadlineComparison extends Comparison {
  tail(): number;
  close(): Promise<void>;
}

/**
 * `people` evaluators answer and submit all evaluations that they are asked for, over 64 connections, against bare Express that
 * writes the same in as many transactions.
 */
export async function deadlineComparison(people: number): Promise<DeadlineComparison> {
  const tenantId = await makeTenant();
  const { templateId, tokens } = await within(tenantId, async () => {
    const framework = await makeFramework(ITEMS);
    const employees = await makeEmployees(people, framework.jobProfileId);
    return { templateId: framework.templateId, tokens: await signInAll(tenantId, employees) };
  });
  const answers = Array.from({ length: ITEMS }, (_none, at) => ({ itemId: itemIdAt(at), score: 1 + (at % 5) }));
  const twins = await makeTwins();
  const [api, bare, evaluators] = [await serveApi(), await serveBare(twins), startEvaluators()];
  const tails: number[] = [];
  let cycleId = '';
  let tasks: OwnTask[] = [];
  const answerAll = (): Promise<number[]> =>
    evaluators.answerAll({ tasks, body: { answers }, connections: CONNECTIONS });
  return {
    work: `respond and submit, ${CONNECTIONS} connections`,
    against: 'bare Express doing the same necessary writes in one transaction each',
    atMost: 1.5,
    prepareOurs: () =>
      within(tenantId, async () => {
        cycleId = await makeCycle(templateId);
        await runJob('evaluation.generate', { cycleId });
        await runJob('evaluation.assign-peers', { cycleId, dryRun: false });
        // By their random ids: those who evaluate the same person seldom do so at the same moment.
        const rows = await ParticipantModel.find({ cycleId }).select('evaluatorId').sort({ _id: 1 }).lean();
        tasks = rows.map(({ _id, evaluatorId }) =>
          taskAt(`${api.url}/api/my-evaluations`, _id, tokens.get(evaluatorId)),
        );
      }),
    ours: async () => {
      const times = (await answerAll()).sort((a, b) => a - b);
      tails.push((times[Math.floor(times.length * 0.99)] ?? 0) / median(times));
    },
    prepareRaw: async () => {
      const rows = await twins.fill(tenantId, cycleId);
      tasks = rows.map((id) => taskAt(`${bare.url}/evaluations`, id, ''));
    },
    raw: answerAll,
    tail: () => median(tails),
    close: () => closeAll(evaluators, api, bare),
  };
}

async function closeAll(evaluators: Evaluators, ...services: HttpService[]): Promise<void> {
  evaluators.close();
  for (const service of services) await service.close();
}

const taskAt = (path: string, id: string, token = ''): OwnTask => ({
  respond: `${path}/${id}/respond`,
  submit: `${path}/${id}/submit`,
  token,
});

/** A session for each employee: its token by the employee's id. */
async function signInAll(
  tenantId: string,
  employees: readonly { _id: string; email: string; fullName: string }[],
): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  const roles = [Role.User];
  for (const { _id, email, fullName } of employees) {
    const id = await inTransaction(() =>
      createAccount({ email, fullName, roles, passwordHash: null, employeeId: _id }),
    );
    const { sessionId } = await openSession(tenantId, id);
    tokens.set(_id, signAccessToken({ sub: id, roles, sid: sessionId, tenant_id: tenantId }));
  }
  return tokens;
}

/** The collections that a submission writes, with their indexes, and what it leaves in them. */
interface Twins {
  participants: RawTwin;
  evaluations: RawTwin;
  sums: RawTwin;
  entries: RawTwin;
  /** Copies the cycle as it was before anyone answered; returns the ids of its participants. */
  fill(tenantId: string, cycleId: string): Promise<string[]>;
  /** The evaluation of a participant. */
  evaluationOf(participantId: string): string | undefined;
  /** What one submission adds: the differences of the figures, and the line of the log. */
  additions(): { sums: Row[]; entry: Row };
}

async function makeTwins(): Promise<Twins> {
  const [participants, evaluations] = [await rawTwin(ParticipantModel), await rawTwin(EvaluationModel)];
  const [sums, entries] = [await rawTwin(SumModel), await rawTwin(AuditLogModel)];
  const evaluationOf = new Map<string, string>();
  let written: { sums: Row[]; entry: Row } = { sums: [], entry: { _id: '' } };
  let sequence = 0;
  return {
    participants,
    evaluations,
    sums,
    entries,
    async fill(tenantId, cycleId) {
      const asked = await ParticipantModel.collection.find({ tenantId, cycleId }).sort({ _id: 1 }).toArray();
      const subjects = await EvaluationModel.collection.find({ tenantId, cycleId }).toArray();
      written = await lastSubmission(tenantId, cycleId);
      const ids = new Map(subjects.map(({ subjectId }) => [subjectId as string, newId()]));
      const unanswered = asked.map(({ _id, ...row }) => ({
        ...row,
        _id: newId(),
        answers: [],
        score: null,
        status: 'InProgress',
      }));
      const rows = unanswered as unknown as (Row & { subjectId: string })[];
      for (const { _id, subjectId } of rows) evaluationOf.set(_id, ids.get(subjectId) ?? '');
      const copyId = newId(); // one organization more, whose unique values meet no others
      await participants.insert(rows.map((row) => ({ ...row, tenantId: copyId })));
      await evaluations.insert(
        subjects.map((row) => ({ ...row, tenantId: copyId, _id: ids.get(row.subjectId as string) })),
      );
      return rows.map(({ _id }) => _id);
    },
    evaluationOf: (participantId) => evaluationOf.get(participantId),
    additions: () => ({
      sums: written.sums.map((row) => ({ ...row, _id: newId() })),
      entry: { ...written.entry, _id: newId(), sequence: (sequence += 1), tenantId: twinTenant },
    }),
  };
}

const twinTenant = newId();

/** The rows that ours added with one submission. */
async function lastSubmission(tenantId: string, cycleId: string): Promise<{ sums: Row[]; entry: Row }> {
  const account = { $regex: `^cycle/${cycleId}/` };
  const figures = await SumModel.collection.find({ tenantId, account, isMerged: false }).limit(1).toArray();
  const entry = await AuditLogModel.collection.findOne({ tenantId, eventType: 'evaluation.submitted' });
  if (figures.length === 0 || !entry) throw new Error('Nothing was submitted.');
  return { sums: figures as unknown as Row[], entry: entry as unknown as Row };
}

/** The same writes without anything around them. */
function serveBare(twins: Twins): Promise<HttpService> {
  const client = mongoose.connection.getClient();
  return serve(
    express()
      .use(express.json())
      .post('/evaluations/:id/respond', async ({ params, body }, response) => {
        const { answers } = body as { answers: object[] };
        const $set = { answers, startedAt: new Date(), updatedAt: new Date() };
        const row = await twins.participants.collection.findOneAndUpdate(
          { _id: params.id as never },
          { $set, $inc: { revision: 1 } },
          { returnDocument: 'after' },
        );
        response.json(row);
      })
      .post('/evaluations/:id/submit', async ({ params }, response) => {
        const answered = { status: 'Submitted', score: 3, submittedAt: new Date(), updatedAt: new Date() };
        const { sums, entry } = twins.additions();
        const row = await client.withSession((session) =>
          session.withTransaction(async () => {
            const change = { $set: answered, $inc: { revision: 1 } };
            const submitted = await twins.participants.collection.findOneAndUpdate(
              { _id: params.id as never },
              change,
              { session, returnDocument: 'after' },
            );
            const evaluationId = twins.evaluationOf(params.id);
            const tally = { tally: { types: { Self: { submitted: 1, mean: 3 } }, bin: 3 }, effective: 3 };
            await twins.evaluations.collection.updateOne({ _id: evaluationId as never }, { $set: tally }, { session });
            await twins.sums.collection.insertMany(sums as never[], { session });
            await twins.entries.collection.insertOne(entry as never, { session });
            return submitted;
          }),
        );
        response.json(row);
      }),
  );
}
