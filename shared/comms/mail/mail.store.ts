import { OPTIONAL_MAILS } from '../../platform/accounts/optional-mails';
import { CONSOLE_PAGES } from '../console-pages';
import { dateText, momentText } from '../date-text.rules';
import { textsInForce } from '../email-template.store';
import { type Language, languageOf } from '../notification-texts.rules';
import type { MailTexts, TemplateKey } from '../template-key';
import { sampleValues, TEMPLATE_VARIABLES } from '../template-variables.rules';
import {
  type MailContent,
  mailContent,
  mailSender,
  type OrganizationAsSender,
  organizationAsSender,
  type SentMail,
} from './mail-sender.store';
import { templateRenderer } from './mail-template';

/** The recipient of an email and their language; null: the organization's. */
export interface MailRecipient {
  email: string;
  name: string;
  locale: string | null;
  /** Has no account, in which emails are turned off. */
  isGuest?: boolean;
}

/** Values of the variables; `name`, `organization` and `link` (the sign-in page) are filled in when omitted. */
export type MailValues = Readonly<Record<string, string>>;

/** One kind of email with its settings and texts loaded, so that thousands of emails need no further query. */
export interface Mailing {
  /** Returns the absolute address of a page of the organization; `path` begins with a slash. */
  address: (path: string) => string;
  /**
   * Sends one email; resolves once the server has accepted it. The same `messageKey` gives the same Message-ID, so that
   * mail programs recognize a repeated email. Throws MailFailure.
   */
  send(recipient: MailRecipient, values: MailValues, messageKey: string): Promise<SentMail>;
}

/**
 * Sends a template of the context's organization. Throws CONFLICT when no mail server is configured, and MailFailure
 * when the server refuses the email. `template-variables.rules` lists the values.
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
 * Loads once what all emails of a kind need. `texts` replaces the template in force, for a test. Throws CONFLICT when
 * no mail server is configured.
 */
export async function prepareMailing(key: TemplateKey, texts?: MailTexts): Promise<Mailing> {
  const sender = await mailSender();
  const sent = texts ? { en: texts, es: texts } : await textsInForce(key);
  const render = { en: templateRenderer(key, sent.en), es: templateRenderer(key, sent.es) };
  const signInPage = sender.address(CONSOLE_PAGES.signIn);
  return {
    address: sender.address,
    async send(recipient, values, messageKey) {
      const language = languageOf(recipient.locale ?? sender.locale);
      const complete = completeValues(key, {
        organization: sender.organization,
        link: signInPage,
        name: recipient.name,
        ...withDateText(values, language, sender),
      });
      const choicePage = recipient.isGuest ? null : choicePageOf(key, sender);
      return sender.send(recipient, mailContent(render[language](complete), language, sender, choicePage), messageKey);
    },
  };
}

/**
 * Returns the email that `sendTemplate` would send in the organization's language, with sample values where `values` has
 * none. Needs no mail server. `path` is the page on which the recipient continues.
 */
export async function previewMail(key: TemplateKey, values: MailValues, path: string): Promise<MailContent> {
  const sender = await organizationAsSender();
  const language = languageOf(sender.locale);
  const texts = await textsInForce(key);
  const complete = completeValues(key, {
    ...sampleValues(key, language),
    organization: sender.organization,
    link: sender.address(path),
    ...withDateText(values, language, sender),
  });
  return mailContent(templateRenderer(key, texts[language])(complete), language, sender, choicePageOf(key, sender));
}

/** Returns the address at which recipients turn an email off, null for one that always goes out. */
export function choicePageOf(key: TemplateKey, { address }: Pick<OrganizationAsSender, 'address'>): string | null {
  const isOptional = OPTIONAL_MAILS.some((kind) => kind === key);
  return isOptional ? address(CONSOLE_PAGES.mailChoices) : null;
}

function withDateText(values: MailValues, language: Language, { timezone }: { timezone: string }): MailValues {
  const { endDate, signedInAt, changedAt } = values;
  return {
    ...values,
    ...(endDate === undefined ? {} : { endDate: dateText(endDate, language, timezone) }),
    ...(signedInAt === undefined ? {} : { signedInAt: momentText(signedInAt, language, timezone) }),
    ...(changedAt === undefined ? {} : { changedAt: momentText(changedAt, language, timezone) }),
  };
}

/** Returns the values of all variables; throws when the caller omits one that has no default. */
function completeValues(key: TemplateKey, values: MailValues): MailValues {
  const missing = TEMPLATE_VARIABLES[key].filter(({ name }) => !Object.hasOwn(values, name));
  if (missing.length > 0) throw new Error(`The mail ${key} needs ${missing.map(({ name }) => name).join(', ')}.`);
  return values;
}
