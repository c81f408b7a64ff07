import type { EmailTemplate } from '../../shared/comms/email-template.model';
import type { TemplateKey } from '../../shared/comms/template-key';
import { TEMPLATE_VARIABLES } from '../../shared/comms/template-variables.rules';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { resourceFields } from '../http/resource-fields';
import type { Id, ResourceFields } from '../http/types';

/** Owner of the template: the platform, for all organizations, or one organization, whose template takes precedence. */
export enum TemplateScope {
  Platform = 'Platform',
  Tenant = 'Tenant',
}

/** Languages of templates. */
export enum TemplateLocale {
  en = 'en',
  es = 'es',
}

/** The email that the template is for. */
export enum TemplateKind {
  Invite = 'invite',
  ResetPassword = 'reset-password',
  ForgotPassword = 'forgot-password',
  CycleOpened = 'cycle-opened',
  DeadlineReminder = 'deadline-reminder',
  ResultsPublished = 'results-published',
  SignInNewDevice = 'sign-in.new-device',
  EmailChanged = 'email-changed',
  SurveyOpened = 'survey-opened',
  SurveyReminder = 'survey-reminder',
  NominationsAsked = 'nominations-asked',
  NominationsReturned = 'nominations-returned',
  PlanToApprove = 'plan-to-approve',
  PlanDecided = 'plan-decided',
  EvaluationsAdded = 'evaluations-added',
  GuestInvited = 'guest-invited',
}

/**
 * One line of text; `{{variable}}` shows a value.
 * @minLength 1 must not be empty
 * @maxLength 200 must have at most 200 characters
 * @pattern \S must not be blank
 * @example "Reminder: {{cycle}}"
 */
export type TemplateSubject = string;

/**
 * Simple HTML (p, br, strong, b, em, i, u, h1 to h3, ul, ol, li, blockquote, hr, and a with href) with `{{variable}}` and
 * `{{#if variable}} … {{else}} … {{/if}}`. Values are escaped. The plain text of the email is generated from it.
 * @minLength 1 must not be empty
 * @maxLength 20000 must have at most 20000 characters
 * @pattern \S must not be blank
 * @example "<p>Hello {{name}},</p><p><a href=\"{{link}}\">Continue</a></p>"
 */
export type TemplateBody = string;

/** A variable that the template can contain. */
export interface TemplateVariableView {
  /** @example "cycle" */
  name: string;
  /** @example "Name of the evaluation cycle" */
  description: string;
}

/** The texts of an email in one language. */
export interface EmailTemplateView extends ResourceFields {
  key: TemplateKind;
  locale: TemplateLocale;
  scope: TemplateScope;
  subject: TemplateSubject;
  body: TemplateBody;
  /** True: the built-in text, which has not been changed. */
  isBuiltIn: boolean;
  variables: TemplateVariableView[];
}

export interface CreateEmailTemplate extends UpdateEmailTemplate {
  id?: Id;
  key: TemplateKind;
  locale: TemplateLocale;
  subject: TemplateSubject;
  body: TemplateBody;
}

export interface UpdateEmailTemplate {
  subject?: TemplateSubject;
  body?: TemplateBody;
}

/** @maxLength 500 must have at most 500 characters */
export type SampleValue = string;

/** Texts and values to preview. Omitted ones are the stored text or a sample value. */
export interface PreviewEmailTemplate {
  subject?: TemplateSubject;
  body?: TemplateBody;
  /** Values by variable name. */
  values?: { [name: string]: SampleValue };
}

/** The email as its recipient gets it. */
export interface EmailPreview {
  /** @example "Reminder: Annual evaluation 2026" */
  subject: string;
  /** The body with its values, as simple HTML without the frame that `html` adds. */
  body: string;
  html: string;
  text: string;
}

/** Returns a template as the API shows it; `isBuiltIn` when no row stores it. */
export function toEmailTemplateView(row: EmailTemplate, isBuiltIn: boolean): EmailTemplateView {
  const { key, locale, tenantId, subject, body } = row;
  return {
    ...resourceFields(row),
    key: KINDS[key],
    locale: TemplateLocale[locale],
    scope: tenantId === PLATFORM_SCOPE ? TemplateScope.Platform : TemplateScope.Tenant,
    subject,
    body,
    isBuiltIn,
    variables: TEMPLATE_VARIABLES[key].map(({ name, description }) => ({ name, description })),
  };
}

const KINDS: Readonly<Record<TemplateKey, TemplateKind>> = {
  invite: TemplateKind.Invite,
  'reset-password': TemplateKind.ResetPassword,
  'forgot-password': TemplateKind.ForgotPassword,
  'cycle-opened': TemplateKind.CycleOpened,
  'deadline-reminder': TemplateKind.DeadlineReminder,
  'results-published': TemplateKind.ResultsPublished,
  'sign-in.new-device': TemplateKind.SignInNewDevice,
  'email-changed': TemplateKind.EmailChanged,
  'survey-opened': TemplateKind.SurveyOpened,
  'survey-reminder': TemplateKind.SurveyReminder,
  'nominations-asked': TemplateKind.NominationsAsked,
  'nominations-returned': TemplateKind.NominationsReturned,
  'plan-to-approve': TemplateKind.PlanToApprove,
  'plan-decided': TemplateKind.PlanDecided,
  'evaluations-added': TemplateKind.EvaluationsAdded,
  'guest-invited': TemplateKind.GuestInvited,
};
