import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inTransaction } from '../../../shared/db/transaction';
import { config } from '../../../shared/kernel/config';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { AuditHeadModel, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { oldestWaitingEntry, takeBackPositions } from '../../../shared/platform/audit/audit-position.store';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { auditReceiver } from '../../../worker/platform/audit-receiver';
import { streamAudit } from '../../../worker/platform/stream-audit';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

useDatabase();

interface Line {
  tenant: string;
  sequence: number;
  hash: string;
  eventType: string;
}

/** What the receiver took, and all that it was sent. */
let taken: Line[] = [];
let sent: Line[] = [];
let requests: IncomingMessage[] = [];
let answer: (response: ServerResponse, lines: Line[]) => number | null;
let receiver: Server;
let tenant: TestTenant;
const before = config().AUDIT_STREAM;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const lines = body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
      requests.push(request);
      sent.push(...lines);
      const status = answer(response, lines);
      if (status === null) return;
      if (status < 300) taken.push(...lines);
      response.writeHead(status).end('a body');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  config().AUDIT_STREAM = `http://collector:p%40ss@127.0.0.1:${(receiver.address() as AddressInfo).port}/audit`;
});

afterAll(() => {
  config().AUDIT_STREAM = before;
  receiver.closeAllConnections();
  receiver.close();
});

beforeEach(async () => {
  answer = () => 204;
  await round(); // what earlier tests left
  [taken, sent, requests] = [[], [], []];
  tenant = await makeTenant();
});

const round = (stopping = new AbortController().signal): Promise<void> => streamAudit(stopping);
const ofTenant = (lines: readonly Line[], { slug } = tenant): number[] =>
  lines.filter((line) => line.tenant === slug).map(({ sequence }) => sequence);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Adds entries to the log of a tenant. */
async function record(count: number, of = tenant): Promise<void> {
  await of.within(() =>
    inTransaction(async () => {
      for (let time = 0; time < count; time++)
        await recordAudit('cycle.created', { entityType: AuditEntity.Cycle, entityId: newId() });
    }),
  );
}

describe('the stream of audit entries', () => {
  test('every entry of every log is one line, in order, with its sequence and hash, and is sent once', async () => {
    const other = await makeTenant();
    await record(450);
    await record(3, other);
    await round();
    await round();
    expect(ofTenant(sent)).toEqual(upTo(450));
    expect(ofTenant(sent, other)).toEqual(upTo(3));
    const rows = await tenant.within(async () => AuditLogModel.find().sort({ sequence: 1 }).lean());
    expect(sent.filter(({ tenant: slug }) => slug === tenant.slug).map(({ hash }) => hash)).toEqual(
      rows.map(({ hash }) => hash),
    );
    expect(sent[0]).toMatchObject({ eventType: 'cycle.created', entityType: 'Cycle', actorType: 'System' });
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      authorization: `Basic ${Buffer.from('collector:p@ss').toString('base64')}`,
    });
  });

  test.each([500, 404, 302])(
    'an answer of %d takes nothing: the same entries come again, then those after',
    async (status) => {
      await record(2);
      answer = () => status;
      await round();
      expect([ofTenant(taken), ofTenant(sent)]).toEqual([[], [1, 2]]);
      expect(await oldestWaitingEntry()).toEqual(expect.any(Date));
      await record(1);
      answer = () => 200;
      await round();
      expect(ofTenant(taken)).toEqual([1, 2, 3]);
      expect(await oldestWaitingEntry()).toBeNull();
    },
  );

  test('a receiver that dies before it answers is sent the same entries again', async () => {
    await record(2);
    answer = (response) => {
      response.socket?.destroy();
      return null;
    };
    await round();
    answer = () => 200;
    await round();
    expect(ofTenant(taken)).toEqual([1, 2]);
  });

  test('a receiver that does not answer holds a stop of the worker not up, and has taken nothing', async () => {
    await record(2);
    const stopping = new AbortController();
    answer = () => {
      stopping.abort();
      return null;
    };
    await round(stopping.signal);
    answer = () => 200;
    await round();
    expect(ofTenant(taken)).toEqual([1, 2]);
  });

  test('a receiver that has not answered after 10 seconds is left, and has taken nothing', async () => {
    await record(2);
    const limit = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal); // the seconds pass at once
    answer = () => {
      limit.abort();
      return null;
    };
    await round();
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
    expect(await oldestWaitingEntry()).toEqual(expect.any(Date));
    answer = () => 200;
    await round();
    expect(ofTenant(taken)).toEqual([1, 2]);
  });

  test('a log that the receiver refuses stops no other', async () => {
    const other = await makeTenant();
    await record(1);
    await record(1, other);
    answer = (_response, lines) => (lines[0]?.tenant === tenant.slug ? 400 : 200);
    await round();
    await round();
    expect([ofTenant(taken), ofTenant(taken, other)]).toEqual([[], [1]]);
  });

  test('after a restore of an earlier moment what was sent is not sent again, and what is new is', async () => {
    await record(5);
    await round();
    const [last] = await tenant.within(async () => AuditLogModel.find({ sequence: 3 }).lean());
    await tenant.within(async () => {
      await AuditLogModel.deleteMany({ sequence: { $gt: 3 } });
      await AuditHeadModel.updateOne({ _id: tenant.id }, { $set: { sequence: 3, hash: last?.hash } });
    });
    await takeBackPositions();
    sent = [];
    await round();
    expect(ofTenant(sent)).toEqual([]);
    await tenant.within(async () => {
      const [row] = await AuditLogModel.find({ sequence: 3 }).lean();
      await AuditLogModel.create({ ...row, _id: newId(), sequence: 4 });
      await AuditHeadModel.updateOne({ _id: tenant.id }, { $set: { sequence: 4 } });
    });
    await round();
    expect(ofTenant(sent)).toEqual([4]);
  });
});

test.each(['http://collector.example/audit', 'collector.example', 'stderr', 'file:///tmp/audit'])(
  'AUDIT_STREAM cannot be %s',
  (setting) => {
    expect(() => auditReceiver(setting)).toThrow(
      'AUDIT_STREAM must be stdout or an address that begins with https://.',
    );
  },
);
