import type { SendMailOptions } from 'nodemailer';
import { config } from '../kernel/config';
import { PLATFORM_SCOPE, tenantId } from '../kernel/context';
import { derivedId } from '../kernel/ids';
import { type Tenant, TenantModel } from '../platform/tenant.model';
import { textsInForce } from './email-template.store';
import { toMailFailure } from './mail-failure';
import { framedHtml, htmlToText } from './mail-html.rules';
import { mailRoute } from './mail-route.store';
import { escapeHtml, headerText, renderTemplate } from './mail-template';
import { transportTo } from './mail-transport';
import { type Language, languageOf } from './notification-texts.rules';
import { writeToOutbox } from './outbox';
import type { MailAddress } from './smtp-server';
import type { MailTexts, TemplateKey } from './template-key';
import { TEMPLATE_VARIABLES } from './template-variables.rules';
import { platformAddress, tenantAddress } from './tenant-address';

/** Whom a mail goes to, and in which language; null: the organization's. */
export interface MailRecipient {
  email: string;
  name: string;
  locale: string | null;
}

/** What became of a mail that was sent. */
export interface SentMail {
  /** With its angle brackets. */
  messageId: string;
  /** The server's last answer, or the file in the outbox. */
  response: string;
  accepted: string[];
}

/** Values of a mail's variables; `name`, `organization` and `link` (the organization's address) are filled in where absent. */
export type MailValues = Readonly<Record<string, string>>;

/** A kind of mail with settings and texts at hand, so that thousands need no further query. */
export interface Mailing {
  /** The language of a recipient's mail. */
  languageFor(recipient: Pick<MailRecipient, 'locale'>): Language;
  /** The address of a page of the organization; `path` begins with a slash. */
  address(path: string): string;
  /**
   * Sends one mail; resolves once the server has taken it. The same `messageKey` gives the same Message-ID, by which a
   * repeated mail is known. Throws MailFailure.
   */
  send(recipient: MailRecipient, values: MailValues, messageKey: string): Promise<SentMail>;
}

/**
 * Mails a template of the context's organization (decisions 6, "Mail"). Throws CONFLICT when no mail server is configured,
 * and MailFailure when the server does not take it. See `MailValues` and `template-variables.rules` for the values.
 */
export async function sendTemplate(
  key: TemplateKey,
  recipient: MailRecipient,
  values: MailValues,
  messageKey: string,
): Promise<SentMail> {
  const mailing = await prepareMailing(key);
  return mailing.send(recipient, values, messageKey);
}

/**
 * Reads once what all mails of a kind need. `texts` replaces the template in force, to try one out. Throws CONFLICT when no
 * mail server is configured.
 */
export async function prepareMailing(key: TemplateKey, texts?: MailTexts): Promise<Mailing> {
  const sender = await mailSender();
  const sent = texts ? { en: texts, es: texts } : await textsInForce(key);
  const languageFor: Mailing['languageFor'] = ({ locale }) => languageOf(locale ?? sender.locale);
  return {
    languageFor,
    address: sender.address,
    send(recipient, values, messageKey) {
      const complete = completeValues(key, {
        organization: sender.organization,
        link: sender.address('/'),
        name: recipient.name,
        ...values,
      });
      const language = languageFor(recipient);
      const { subject, body } = renderTemplate(key, sent[language], complete);
      return sender.send(recipient, mailContent({ subject, body }, language, sender), messageKey);
    },
  };
}

/** What a mail says, in both its forms. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
}

/** The frame around a rendered body, and its text alternative. */
export function mailContent(
  { subject, body }: MailTexts,
  language: Language,
  { organization, color }: Pick<MailSender, 'organization' | 'color'>,
): MailContent {
  const html = framedHtml(body, { language, organization: escapeHtml(organization), color });
  return { subject, html, text: `${htmlToText(body)}\n\n-- \n${organization}\n` };
}

/** The context's organization as the sender of mails. */
export interface MailSender {
  organization: string;
  color: string;
  locale: string | null;
  /** The address of one of its pages. */
  address(path: string): string;
  send(to: Pick<MailRecipient, 'email' | 'name'>, content: MailContent, messageKey: string): Promise<SentMail>;
}

const DEFAULT_COLOR = '#0f766e';
const PLATFORM_NAME = 'Evaluation service';

/** Reads who sends and which way; throws CONFLICT when no mail server is configured. */
export async function mailSender(): Promise<MailSender> {
  const scope = tenantId();
  const tenant = scope === PLATFORM_SCOPE ? null : await TenantModel.findById(scope).lean<Tenant>();
  const { server, revision, from } = await mailRoute();
  const organization = tenant?.name ?? PLATFORM_NAME;
  return {
    organization,
    color: tenant?.settings.primaryColor ?? DEFAULT_COLOR,
    locale: tenant?.locale ?? null,
    address: (path) => (tenant ? tenantAddress(tenant.slug, path) : platformAddress(path)),
    async send(to, content, messageKey) {
      const id = derivedId('mail', scope, messageKey);
      const messageId = `<${id}@${new URL(config().BASE_URL).hostname}>`;
      const mail: SendMailOptions = {
        from: { name: headerText(from.name ?? organization), address: from.address },
        to: { name: headerText(to.name), address: to.email } satisfies MailAddress,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...content,
        subject: headerText(content.subject),
      };
      if (!server) return { messageId, response: await writeToOutbox(id, mail), accepted: [to.email] };
      try {
        const { response, accepted } = await (await transportTo(server, revision)).sendMail(mail);
        return { messageId, response, accepted: accepted.map(String) };
      } catch (error) {
        throw toMailFailure(error);
      }
    },
  };
}

/** The values of a mail; a variable that nobody gave a value is a mistake of the caller, not an empty text. */
function completeValues(key: TemplateKey, values: MailValues): MailValues {
  const missing = TEMPLATE_VARIABLES[key].filter(({ name }) => !Object.hasOwn(values, name));
  if (missing.length > 0) throw new Error(`The mail ${key} needs ${missing.map(({ name }) => name).join(', ')}.`);
  return values;
}
