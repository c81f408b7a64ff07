import { once } from 'node:events';
import { EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { closeMailTransports } from '../../shared/comms/mail/mail-transport';
import { withinTenant } from '../factories/tenant';
import { type SinkMail, type SmtpSink, startSmtpSink } from './smtp-sink';

export interface Mailbox {
  /** The mail server of the file's tests. */
  sink(): SmtpSink;
  /** Sends the mails of a tenant, or of the platform, there. */
  connect(scope: string): Promise<void>;
  /** Mails to an address, in the order in which they came. */
  mailsTo(address: string): SinkMail[];
  /** The last mail to an address, once one has come. */
  mailTo(address: string): Promise<SinkMail>;
}

/** A mail server for all tests of the file, with which tenants can be connected. */
export function useMailbox(): Mailbox {
  let sink: SmtpSink | undefined;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(async () => {
    closeMailTransports();
    await sink?.close();
  });
  const started = (): SmtpSink => {
    if (!sink) throw new Error('The mailbox is open inside tests only.');
    return sink;
  };
  const mailsTo = (address: string): SinkMail[] => started().mails.filter(({ to }) => to.includes(address));
  return {
    sink: started,
    async connect(scope) {
      await withinTenant(scope, async () => {
        await EmailSettingsModel.deleteMany({}); // the platform's may be there from a test before
        const server = { host: '127.0.0.1', port: started().port, fromAddress: 'hr@example.test' };
        await EmailSettingsModel.create({ _id: scope, ...server });
      });
    },
    mailsTo,
    async mailTo(address) {
      for (;;) {
        const mail = mailsTo(address).at(-1);
        if (mail) return mail;
        await once(started().arrivals, 'mail');
      }
    },
  };
}

export function temporaryPasswordIn(mail: SinkMail | undefined): string {
  const found = /\b[a-z2-9]{5}(?:-[a-z2-9]{5}){2}\b/.exec(mail?.text ?? '');
  if (!found) throw new Error('The mail shows no temporary password.');
  return found[0];
}

/** The link to a new password that a mail shows. */
export function passwordLinkIn(mail: SinkMail | undefined): URL {
  const found = /https?:\/\/\S+#token=[\w.-]+/.exec(mail?.text ?? '');
  if (!found) throw new Error('The mail shows no link to a new password.');
  return new URL(found[0]);
}
