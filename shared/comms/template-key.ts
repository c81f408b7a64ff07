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
  'survey-opened',
  'survey-reminder',
  'nominations-asked',
  'nominations-returned',
  'plan-to-approve',
  'plan-decided',
  'evaluations-added',
  'guest-invited',
] as const;

export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** The texts of one email: a plain subject and a body of simple HTML (see mail-html.rules). */
export interface MailTexts {
  subject: string;
  body: string;
}

/** The emails that go to accounts, at the account's address; all other emails about work go to employees, with or without one. */
export const MAILED_TO_ACCOUNTS: readonly TemplateKey[] = ['survey-opened', 'survey-reminder'];
