import type { components } from '../../../build/openapi/internal';
import type { ReadResult } from '../../http/use-read';

export const WEBHOOKS = '/api/integrations/webhooks';

export type Webhook = ReadResult<typeof WEBHOOKS>['items'][number];
export type NewWebhook = components['schemas']['NewWebhookView'];
export type WebhookEvent = Webhook['events'][number];

/** The events that chats have a sentence for. */
export const CHAT_EVENTS: readonly WebhookEvent[] = [
  'cycle.opened',
  'cycle.reminded',
  'cycle.closed',
  'results.published',
  'survey.opened',
];

/** Every event. */
export const EVENTS: readonly WebhookEvent[] = [
  ...CHAT_EVENTS,
  'survey.closed',
  'cycle.archived',
  'employee.created',
  'employee.updated',
  'employee.left',
  'employees.imported',
];

/** What a webhook is called: its description, or else its address. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string => description || url;
