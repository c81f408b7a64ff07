import type { WebhookDelivery } from '../../../shared/comms/webhooks/webhook-delivery.model';
import {
  type DeliveryFailure,
  type DeliveryStatus,
  type PauseReason,
  type WebhookEvent,
  type WebhookFormat,
} from '../../../shared/comms/webhooks/webhook-event';
import type { WebhookPosition } from '../../../shared/comms/webhooks/webhook-position.model';
import type { Webhook } from '../../../shared/comms/webhooks/webhook.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { resourceFields } from '../../http/resource-fields';
import type { Id, Instant, ResourceFields } from '../../http/types';

/**
 * An address that begins with https://.
 * @minLength 1 must not be empty
 * @maxLength 2000 must have at most 2000 characters
 * @example "https://hooks.example.com/evaluations"
 */
type WebhookAddress = string;

/**
 * What the webhook is for.
 * @maxLength 200 must have at most 200 characters
 * @example "Directory of the intranet"
 */
type WebhookDescription = string;

/**
 * The events that are sent.
 * @minItems 1 must name at least one event
 * @maxItems 11 must name each event once
 */
type WebhookEvents = WebhookEvent[];

/** A receiver of your organization's events. */
export interface WebhookView extends ResourceFields {
  /**
   * Where events are sent. `…` stands for the parts that act as a secret: the query, and the path of a chat.
   * @example "https://hooks.example.com/evaluations"
   */
  url: string;
  events: WebhookEvent[];
  description: string;
  /** The chat that gets a sentence with a link; null: signed JSON. */
  format: WebhookFormat | null;
  isActive: boolean;
  pausedAt: Instant | null;
  pauseReason: PauseReason | null;
  /** When the first attempt at the next event failed; null while the receiver accepts. */
  failingSince: Instant | null;
  /** When the next attempt is made; null: at once. */
  retryAt: Instant | null;
  /** Until when the secret before the last rotation also signs. */
  formerSecretUntil: Instant | null;
  createdBy: Id | null;
}

/** A webhook with its secret, which is shown only once. */
export interface NewWebhookView extends WebhookView {
  /**
   * Signs the messages (Standard Webhooks); null for chats, whose messages are not signed. It cannot be read again.
   * @example "whsec_…"
   */
  secret: string | null;
}

/** One message, with the result of its last attempt. */
export interface WebhookDeliveryView {
  /** The `webhook-id` of the message. A redelivery keeps it. */
  id: Id;
  createdAt: Instant;
  /**
   * The event, or `test`.
   * @example "cycle.opened"
   */
  type: string;
  status: DeliveryStatus;
  /** @example 1 */
  attempts: number;
  attemptedAt: Instant | null;
  /**
   * The status code of the answer; null without an answer.
   * @example 204
   */
  statusCode: number | null;
  /**
   * How long the attempt took.
   * @example 85
   */
  milliseconds: number | null;
  /** The first 1,000 characters of the answer. */
  answer: string | null;
  failure: DeliveryFailure | null;
  /** Whether an attempt that was asked for has not been made yet. */
  isAsked: boolean;
}

export interface CreateWebhook {
  id?: Id;
  url: WebhookAddress;
  events: WebhookEvents;
  description?: WebhookDescription;
  /** Write a sentence with a link to an incoming webhook of this chat, unsigned; omitted: signed JSON. */
  format?: WebhookFormat | null;
}

export interface UpdateWebhook {
  url?: WebhookAddress;
  events?: WebhookEvents;
  description?: WebhookDescription;
  /** False pauses the webhook. True resumes it: the events since the pause are sent in their order. */
  isActive?: boolean;
}

type Delivering = Pick<WebhookPosition, 'failingSince' | 'retryAt'>;

export function toWebhookView(row: Webhook, url: string, position: Delivering | undefined): WebhookView {
  return {
    ...resourceFields(row),
    url: shownAddress(url, row.format),
    events: [...row.events],
    description: row.description,
    format: row.format,
    isActive: row.pausedAt === null,
    pausedAt: toInstantOrNull(row.pausedAt),
    pauseReason: row.pauseReason,
    failingSince: toInstantOrNull(position?.failingSince),
    retryAt: toInstantOrNull(position?.retryAt),
    formerSecretUntil: toInstantOrNull(row.formerSecretUntil),
    createdBy: row.createdBy,
  };
}

/** Returns an address without the parts that let anyone write to it. */
export function shownAddress(address: string, format: WebhookFormat | null): string {
  const { origin, pathname, search } = new URL(address);
  if (format !== null) return `${origin}/…`;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

export function toWebhookDeliveryView(row: WebhookDelivery): WebhookDeliveryView {
  const { _id, type, status, attempts, statusCode, milliseconds, answer, failure, isAsked } = row;
  return {
    id: _id,
    createdAt: resourceFields(row).createdAt,
    type,
    status,
    attempts,
    attemptedAt: toInstantOrNull(row.attemptedAt),
    statusCode,
    milliseconds,
    answer,
    failure,
    isAsked,
  };
}
