import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { DEFAULT_TEMPLATES } from '../../shared/comms/default-templates.rules';
import { EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { MailDeliveryModel } from '../../shared/comms/mail/mail-delivery.model';
import { mailContent, organizationAsSender } from '../../shared/comms/mail/mail-sender.store';
import { templateRenderer } from '../../shared/comms/mail/mail-template';
import { closeMailTransports, POOL_CONNECTIONS } from '../../shared/comms/mail/mail-transport';
import { sampleValues } from '../../shared/comms/template-variables.rules';
import { bulkInsert } from '../../shared/db/bulk';
import { recipientsOf } from '../../shared/evaluation/cycles/cycle-mail-recipients.store';
import { MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { newId } from '../../shared/kernel/ids';
import { runJob } from '../../test/support/run-handler';
import { plannedDeliveries } from '../../worker/comms/mailing.store';
import { newParticipant } from '../../worker/evaluation/participant-rows';
import { makeCycle, makeFramework } from './cycle';
import type { Comparison } from './measure';
import { makeEmployees, makeTenant, within } from './tenant';

const KIND = 'deadline-reminder';
/** What the mail server of the bench needs for a mail, as one that writes it to its disk. */
const SINK_MS = 10;

async function openCycle(count: number): Promise<{ tenantId: string; cycleId: string }> {
  const tenantId = await makeTenant();
  const cycleId = await within(tenantId, async () => {
    const employees = await makeEmployees(count);
    const id = await makeCycle((await makeFramework(1)).templateId);
    await bulkInsert(
      ParticipantModel,
      employees.map(({ _id }) =>
        newParticipant({
          cycleId: id,
          subjectId: _id,
          evaluatorId: _id,
          evaluatorType: EvaluatorType.Self,
          origin: ParticipantOrigin.Generation,
        }),
      ),
    );
    return id;
  });
  return { tenantId, cycleId };
}

/** Sending these mails, ledger and all, against the pool of nodemailer alone with the same content to the same server. */
export async function mailComparison(count: number): Promise<Comparison> {
  const { tenantId, cycleId } = await openCycle(count);
  let taken = 0;
  const sink = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        taken += 1;
        setTimeout(done, SINK_MS, null);
      });
    },
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port } = sink.server.address() as AddressInfo;
  const server = { host: '127.0.0.1', port };
  const pool = createTransport({ pool: true, ...server, maxConnections: POOL_CONNECTIONS });
  const content = await within(tenantId, async () => {
    await EmailSettingsModel.create({ _id: tenantId, ...server, fromAddress: 'people@bench.example' });
    const texts = templateRenderer(KIND, DEFAULT_TEMPLATES[KIND].en)(sampleValues(KIND, 'en'));
    return mailContent(texts, 'en', await organizationAsSender());
  });
  let triggerId = '';
  const begin = async (): Promise<void> => {
    taken = 0;
    triggerId = newId();
    await within(tenantId, async () => {
      const trigger = { _id: triggerId, cycleId, kind: KIND, jobId: newId(), plannedAt: new Date() } as const;
      await MailTriggerModel.create({ ...trigger, sequence: 1 + (await MailTriggerModel.countDocuments()) });
      const recipients = [...(await recipientsOf(KIND, await findCycle(cycleId))).keys()];
      await bulkInsert(MailDeliveryModel, plannedDeliveries(triggerId, recipients));
    });
  };
  return {
    work: `${count.toLocaleString('en')} mails sent over SMTP`,
    against: `nodemailer’s pool of ${POOL_CONNECTIONS} alone, server ${SINK_MS} ms a mail`,
    atMost: 1.5,
    prepareOurs: begin,
    ours: () => within(tenantId, () => runJob('evaluation.send-cycle-mail', { triggerId })),
    made: () => taken,
    expected: count,
    prepareRaw: async () => {
      taken = 0;
    },
    raw: async () => {
      const mails = Array.from({ length: count }, (_, at) =>
        pool.sendMail({ from: 'people@bench.example', to: `e${at}@bench.example`, ...content }),
      );
      await Promise.all(mails);
    },
    async close() {
      pool.close();
      closeMailTransports();
      await new Promise<void>((resolve) => sink.close(() => resolve()));
    },
  };
}
