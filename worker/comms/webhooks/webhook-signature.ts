import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** What a signature covers, by the names of its headers. */
interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** Returns the header `webhook-signature` of a message: one signature of each secret (Standard Webhooks). */
export function webhookSignature({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
