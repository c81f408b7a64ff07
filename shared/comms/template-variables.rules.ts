import type { Language } from './notification-texts.rules';
import type { TemplateKey } from './template-key';

export interface TemplateVariable {
  name: string;
  /**
   * A link is the whole `href` of an anchor, and nothing else; a text appears as text; a secret appears as text, and
   * never in an address.
   */
  kind: 'text' | 'link' | 'secret';
  description: string;
  /** The value that a preview shows. */
  sample: Readonly<Record<Language, string>>;
}

const same = (text: string): Record<Language, string> => ({ en: text, es: text });

const NAME: TemplateVariable = {
  name: 'name',
  kind: 'text',
  description: 'Full name of the recipient',
  sample: same('Ana García'),
};
const ORGANIZATION: TemplateVariable = {
  name: 'organization',
  kind: 'text',
  description: 'Name of the organization',
  sample: same('Acme'),
};
const EMAIL: TemplateVariable = {
  name: 'email',
  kind: 'text',
  description: 'Email address to sign in with',
  sample: same('ana.garcia@example.com'),
};
const PASSWORD: TemplateVariable = {
  name: 'temporaryPassword',
  kind: 'secret',
  description: 'Temporary password, valid for 72 hours',
  sample: same('amber-falcon-27-orbit'),
};
const LINK: TemplateVariable = {
  name: 'link',
  kind: 'link',
  description: 'Page on which the recipient continues',
  sample: same('https://acme.example.com/sign-in'),
};
const CYCLE: TemplateVariable = {
  name: 'cycle',
  kind: 'text',
  description: 'Name of the evaluation cycle',
  sample: { en: 'Annual evaluation 2026', es: 'Evaluación anual 2026' },
};
const COUNT: TemplateVariable = {
  name: 'count',
  kind: 'text',
  description: 'Number of evaluations that the recipient has not submitted',
  sample: same('3'),
};
const ADDED: TemplateVariable = {
  ...COUNT,
  description: 'Number of evaluations that the recipient was given since the last email about the cycle',
};
const END_DATE: TemplateVariable = {
  name: 'endDate',
  kind: 'text',
  description: 'Last day of the cycle, such as November 30, 2026; empty when it has none',
  sample: { en: 'November 30, 2026', es: '30 de noviembre de 2026' },
};

const SURVEY: TemplateVariable = {
  name: 'survey',
  kind: 'text',
  description: 'Name of the pulse survey',
  sample: { en: 'November pulse', es: 'Pulso de noviembre' },
};

const NOMINATION_END: TemplateVariable = {
  ...END_DATE,
  description: 'Last day on which peers can be named, such as November 30, 2026; empty when there is none',
};
const REASON: TemplateVariable = {
  name: 'reason',
  kind: 'text',
  description: 'Reason of the decision; empty for an approved plan',
  sample: {
    en: 'Please name someone from another department.',
    es: 'Proponga también a alguien de otro departamento.',
  },
};
const EMPLOYEE: TemplateVariable = {
  name: 'employee',
  kind: 'text',
  description: 'Full name of the employee whose plan it is',
  sample: same('Luis Ortega'),
};
const PLAN: TemplateVariable = {
  name: 'plan',
  kind: 'text',
  description: 'Title of the development plan',
  sample: { en: 'Growing into a lead', es: 'Crecer como líder' },
};

const SIGNED_IN_AT: TemplateVariable = {
  name: 'signedInAt',
  kind: 'text',
  description: 'When the device was used to sign in, in the time zone of the organization',
  sample: { en: 'November 30, 2026 at 9:30:00 AM UTC', es: '30 de noviembre de 2026, 9:30:00 UTC' },
};
const BROWSER: TemplateVariable = {
  name: 'browser',
  kind: 'text',
  description: 'Browser and system of the device; empty when they are unknown',
  sample: same('Firefox, Windows'),
};
const ADDRESS: TemplateVariable = {
  name: 'address',
  kind: 'text',
  description: 'IP address of the device; empty when it is unknown',
  sample: same('198.51.100.7'),
};

const FORMER_EMAIL: TemplateVariable = {
  ...EMAIL,
  description: 'Email address that the account had before, to which this email goes',
};
const CHANGED_AT: TemplateVariable = {
  name: 'changedAt',
  kind: 'text',
  description: 'When the email address was changed, in the time zone of the organization',
  sample: SIGNED_IN_AT.sample,
};
const CONTACT: TemplateVariable = {
  name: 'contact',
  kind: 'text',
  description: 'Administrators whom the recipient can ask, with their email addresses; empty when there is no other',
  sample: same('Eva Ruiz (eva.ruiz@example.com)'),
};

const SUBJECTS: TemplateVariable = {
  name: 'subjects',
  kind: 'text',
  description: 'Full names of the people whom the guest is asked to evaluate',
  sample: same('Luis Ortega, Eva Ruiz'),
};
const GUEST_LINK: TemplateVariable = {
  ...LINK,
  description: 'The guest’s page, which needs no account',
  sample: same('https://acme.example.com/guest'),
};

const account = [NAME, ORGANIZATION, EMAIL, PASSWORD, LINK];
const openCycle = [NAME, ORGANIZATION, CYCLE, COUNT, END_DATE, LINK];
const openSurvey = [NAME, ORGANIZATION, SURVEY, LINK];

export const TEMPLATE_VARIABLES: Readonly<Record<TemplateKey, readonly TemplateVariable[]>> = {
  invite: account,
  'reset-password': account,
  'forgot-password': [NAME, ORGANIZATION, EMAIL, LINK],
  'cycle-opened': openCycle,
  'deadline-reminder': openCycle,
  'results-published': [NAME, ORGANIZATION, CYCLE, LINK],
  'sign-in.new-device': [NAME, ORGANIZATION, EMAIL, SIGNED_IN_AT, BROWSER, ADDRESS, LINK],
  'email-changed': [NAME, ORGANIZATION, FORMER_EMAIL, CHANGED_AT, CONTACT],
  'survey-opened': openSurvey,
  'survey-reminder': openSurvey,
  'nominations-asked': [NAME, ORGANIZATION, CYCLE, NOMINATION_END, LINK],
  'nominations-returned': [NAME, ORGANIZATION, CYCLE, NOMINATION_END, REASON, LINK],
  'plan-to-approve': [NAME, ORGANIZATION, EMPLOYEE, PLAN, LINK],
  'plan-decided': [NAME, ORGANIZATION, PLAN, REASON, LINK],
  'evaluations-added': [NAME, ORGANIZATION, CYCLE, ADDED, END_DATE, LINK],
  'guest-invited': [NAME, ORGANIZATION, CYCLE, SUBJECTS, END_DATE, GUEST_LINK],
};

/** Sample values of a kind of mail, by name, for previews and test mails. */
export function sampleValues(key: TemplateKey, language: Language): Record<string, string> {
  return Object.fromEntries(TEMPLATE_VARIABLES[key].map(({ name, sample }) => [name, sample[language]]));
}
