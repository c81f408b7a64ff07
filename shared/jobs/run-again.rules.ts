import type { Permission } from '../kernel/permissions';
import type { JobName, Payload } from './contract';

/** Who may repeat a job, or why no one can. */
export type RunAgain = { permission: Permission } | { refusal: string };

type Rules = { readonly [N in JobName]: RunAgain | ((payload: Payload<N>) => RunAgain) };

const UPLOAD_AGAIN = { refusal: 'The uploaded file is not kept. Upload it again.' };
const SECRET = { refusal: 'An email with a secret is sent once. Request a new one.' };

const PRIVACY = { refusal: 'A privacy request goes on from its own page.' };

/** Repeating is safe where a job only reads, or makes what is missing: it asks for the same permission as the first time. */
const RULES: Rules = {
  'comms.send-access': SECRET,
  'comms.send-password-link': SECRET,
  'people.import-employees': UPLOAD_AGAIN,
  'framework.import-competencies': UPLOAD_AGAIN,
  'evaluation.generate': { permission: 'cycles:manage' },
  'evaluation.assign-peers': ({ dryRun }) =>
    dryRun
      ? { permission: 'cycles:manage' }
      : { refusal: 'Peers would be assigned again. Preview a new plan in the cycle and assign them there.' },
  'evaluation.assign-direct-reports': { permission: 'cycles:manage' },
  'evaluation.rescore': { permission: 'cycles:manage' },
  'evaluation.send-cycle-mail': {
    refusal: 'People would get the same email twice. Send a new one in the cycle.',
  },
  'insight.recalculate-gaps': { permission: 'results:read-all' },
  'insight.analyse-gaps': { permission: 'results:read-all' },
  'insight.export-report': { permission: 'results:read' },
  'insight.export-heatmap': { permission: 'exports:create' },
  'insight.export-nine-box': { permission: 'exports:create' },
  'privacy.collect': PRIVACY,
  'privacy.complete-access': PRIVACY,
  'privacy.erase': PRIVACY,
  'growth.announce-survey': { refusal: 'People were told of the survey when it was opened.' },
};

/** Whether a job can be started once more with its payload. */
export function runAgainRule<N extends JobName>({ type, payload }: { type: N; payload: Payload<N> }): RunAgain {
  const rule: Rules[N] = RULES[type];
  return typeof rule === 'function' ? rule(payload) : rule;
}
