/** The emails that the service sends from a template. */
export const TEMPLATE_KEYS = [
  'invite',
  'reset-password',
  'forgot-password',
  'cycle-opened',
  'deadline-reminder',
  'results-published',
  'sign-in.new-device',
  'email-changed',
] as const;

export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** The texts of one email: a plain subject and a body of simple HTML (see mail-html.rules). */
export interface MailTexts {
  subject: string;
  body: string;
}
