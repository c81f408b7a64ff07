import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import mongoose from 'mongoose';
import { bulkInsert } from '../../../shared/db/bulk';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { newId } from '../../../shared/kernel/ids';
import { type EvaluatedCycle, makeEvaluatedCycle } from '../../factories/evaluation';
import { usePublicApi } from '../../support/public-api';
import { until } from '../../support/until';

const api = usePublicApi();
/** More than the database sends at once, and far more than the buffers between it and a reader who stands still. */
const ROWS = 32_000;
let made: EvaluatedCycle;

beforeAll(async () => {
  const { tenant } = api();
  made = await makeEvaluatedCycle(tenant);
  const { subjectId } = made.subjects[0]!.evaluation;
  await tenant.within(async () => {
    const { _id, subject, ...evaluation } = (await EvaluationModel.findOne({ subjectId }).lean<Evaluation>())!;
    await bulkInsert(
      EvaluationModel,
      Array.from({ length: ROWS - made.subjects.length }, (_, at) => ({
        ...evaluation,
        subjectId: newId(),
        subject: { ...subject, fullName: `Subject ${at} ${'x'.repeat(300)}` },
      })),
    );
  });
});

/** The server's open cursors over the evaluations, by id. */
const open = new Set<string>();
beforeAll(() => {
  const client = mongoose.connection.getClient();
  /** The cursor that a request for more asked, by the request's id. */
  const asked = new Map<number, string>();
  client.on('commandStarted', ({ commandName, command, requestId }) => {
    if (commandName === 'getMore') asked.set(requestId, String(command.getMore));
    if (commandName === 'killCursors') for (const id of command.cursors as unknown[]) open.delete(String(id));
  });
  client.on('commandSucceeded', ({ commandName, reply, requestId }) => {
    const cursor = (reply as { cursor?: { id: unknown; ns: string } } | undefined)?.cursor;
    if (!cursor?.ns.endsWith(EvaluationModel.collection.name) || !['find', 'getMore'].includes(commandName)) return;
    if (String(cursor.id) === '0') open.delete(asked.get(requestId) ?? '');
    else open.add(String(cursor.id));
  });
});

/** A reader who takes the first piece and then stands still. */
async function standingReader(): Promise<IncomingMessage> {
  const request = get(`${api().url}/api/v1/datasets/scores`, { headers: { 'X-Api-Key': api().key }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  response.read();
  return response;
}

async function readToEnd(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('datasets are streamed from a cursor', () => {
  test('complete and valid, also for a reader who pauses', async () => {
    const response = await standingReader();
    const rest = await readToEnd(response);
    expect(rest.endsWith(']')).toBe(true);
    const whole = await api().read('datasets/scores');
    expect(whole.body).toHaveLength(ROWS);
  });

  test('a database that fails midway breaks the connection: never an array that parses', async () => {
    const response = await standingReader();
    await until(() => open.size > 0);
    const cursors = [...open].map((id) => mongoose.mongo.Long.fromString(id));
    await mongoose.connection.db?.command({ killCursors: EvaluationModel.collection.name, cursors });
    await expect(readToEnd(response)).rejects.toThrow('aborted');
  });

  test('a reader who leaves in the middle leaves no cursor behind', async () => {
    const response = await standingReader();
    await until(() => open.size > 0);
    response.destroy();
    await until(() => open.size === 0);
    expect((await api().read('ping')).status).toBe(200);
  });

  test('ten readers who stand still hold back no one, and hold no more than their buffers', async () => {
    const readers = await Promise.all(Array.from({ length: 10 }, standingReader));
    expect((await api().read('cycles')).body).toHaveLength(1);
    await until(() => open.size > 0);
    expect(open.size).toBeLessThanOrEqual(10);
    for (const reader of readers) reader.destroy();
    await until(() => open.size === 0);
  });

  test('a cycle deleted while its rows stream: the reader gets the rows that there were', async () => {
    const response = await standingReader();
    await api().tenant.within(async () => CycleModel.updateOne({ _id: made.cycle._id }, { $set: { isDeleted: true } }));
    expect((await readToEnd(response)).endsWith(']')).toBe(true);
    expect((await api().read('datasets/scores')).body).toEqual([]);
  });
});
