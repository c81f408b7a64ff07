import type { SendMailOptions } from 'nodemailer';
import { mailFailures } from '../../infra/metrics';
import { config } from '../../kernel/config';
import { PLATFORM_SCOPE, tenantId } from '../../kernel/context';
import { derivedId } from '../../kernel/ids';
import { PLATFORM_NAME } from '../../platform/platform-name';
import { platformAddress, tenantAddress } from '../../platform/tenant-address';
import { type Tenant, TenantModel } from '../../platform/tenant.model';
import { MAIL_CHOICE, PURPOSE } from '../default-templates.rules';
import type { Language } from '../notification-texts.rules';
import type { MailTexts } from '../template-key';
import { MAIL_FAILURE_KINDS, toMailFailure } from './mail-failure';
import { framedHtml, htmlToText } from './mail-html.rules';
import { mailRoute } from './mail-route.store';
import { escapeHtml, headerText } from './mail-template';
import { transportTo } from './mail-transport';
import { writeToOutbox } from './outbox';
import type { MailAddress } from './smtp-server';

/** With 0, so that the first failures are an increase for Prometheus. */
for (const kind of MAIL_FAILURE_KINDS) mailFailures.inc({ kind }, 0);

export interface SentMail {
  /** With its angle brackets. */
  messageId: string;
  /** The server's last reply, or the file name in the outbox. */
  response: string;
  accepted: string[];
}

export interface MailContent {
  subject: string;
  html: string;
  text: string;
}

/**
 * Puts a rendered body into its frame, with what the service is for as the first line, and adds the plain text. `choicePage` is the
 * address at which recipients turn off such emails, if they may.
 */
export function mailContent(
  { subject, body }: MailTexts,
  language: Language,
  { organization, color }: Pick<OrganizationAsSender, 'organization' | 'color'>,
  choicePage: string | null = null,
): MailContent {
  const purpose = PURPOSE[language](organization);
  const choice = choicePage === null ? null : { text: MAIL_CHOICE[language], address: choicePage };
  const html = framedHtml(body, {
    language,
    organization: escapeHtml(organization),
    purpose: escapeHtml(purpose),
    color,
    choice,
  });
  const end = choice ? `${organization}\n${choice.text}: ${choice.address}\n` : `${organization}\n`;
  return { subject, html, text: `${purpose}\n\n${htmlToText(body)}\n\n-- \n${end}` };
}

/** How the context's organization, or the platform, appears in its emails. */
export interface OrganizationAsSender {
  organization: string;
  color: string;
  locale: string | null;
  timezone: string;
  /** Returns the absolute address of a page. */
  address: (path: string) => string;
}

const DEFAULT_COLOR = '#0f766e';

/** Reads how the context's organization appears in its emails. */
export async function organizationAsSender(): Promise<OrganizationAsSender> {
  const scope = tenantId();
  const tenant = scope === PLATFORM_SCOPE ? null : await TenantModel.findById(scope).lean<Tenant>();
  return {
    organization: tenant?.name ?? PLATFORM_NAME,
    color: tenant?.settings.primaryColor ?? DEFAULT_COLOR,
    locale: tenant?.locale ?? null,
    timezone: tenant?.timezone ?? 'UTC',
    address: (path) => (tenant ? tenantAddress(tenant.slug, path) : platformAddress(path)),
  };
}

/** The context's organization with the route of its emails. */
export interface MailSender extends OrganizationAsSender {
  send(to: { email: string; name: string }, content: MailContent, messageKey: string): Promise<SentMail>;
}

/** Reads sender and route; throws CONFLICT when no mail server is configured. */
export async function mailSender(): Promise<MailSender> {
  const scope = tenantId();
  const sender = await organizationAsSender();
  const { server, from } = await mailRoute();
  const domain = new URL(config().BASE_URL).hostname;
  return {
    ...sender,
    async send(to, content, messageKey) {
      const id = derivedId('mail', scope, messageKey);
      const messageId = `<${id}@${domain}>`;
      const mail: SendMailOptions = {
        from: { name: headerText(from.name ?? sender.organization), address: from.address },
        to: { name: headerText(to.name), address: to.email } satisfies MailAddress,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...content,
        subject: headerText(content.subject),
      };
      if (!server) return { messageId, response: await writeToOutbox(id, mail), accepted: [to.email] };
      try {
        const { response, accepted } = await (await transportTo(server)).sendMail(mail);
        return { messageId, response, accepted: accepted.map(String) };
      } catch (error) {
        const failure = toMailFailure(error, server);
        mailFailures.inc({ kind: failure.kind });
        throw failure;
      }
    },
  };
}
