/**
 * The emails that people may turn off at their profile. Those about an account, and the one that opens a cycle, always go out.
 */
export const OPTIONAL_MAILS = [
  'evaluations-added',
  'deadline-reminder',
  'results-published',
  'nominations-asked',
  'nominations-returned',
  'survey-opened',
  'survey-reminder',
  'plan-to-approve',
  'plan-decided',
] as const;

export type OptionalMail = (typeof OPTIONAL_MAILS)[number];
