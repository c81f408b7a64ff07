import type { WebhookDelivery } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { DeliveryFailure } from '../../../shared/comms/webhooks/webhook-event';
import { PrivateAddress, publicFetch } from '../../../shared/platform/public-fetch';

/** The result of one attempt. */
export type Attempt = Pick<WebhookDelivery, 'statusCode' | 'milliseconds' | 'answer' | 'failure'>;

/** The longest response time of a receiver. */
export const ANSWER_MS = 10_000;
const MAX_ANSWER_CHARACTERS = 1_000;
/** A character has at most four bytes in UTF-8. */
const MAX_ANSWER_BYTES = 4 * MAX_ANSWER_CHARACTERS;

/**
 * Posts JSON to a receiver; only a 2xx within 10 seconds accepts it. Reads the beginning of the answer alone. Throws
 * when `stopping` is aborted, and for nothing else.
 */
export async function postJson(
  address: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  stopping: AbortSignal,
): Promise<Attempt> {
  const began = performance.now();
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]);
  const taken = (): number => Math.round(performance.now() - began);
  try {
    const all = { 'Content-Type': 'application/json', 'User-Agent': 'evaluation-service', ...headers };
    const response = await publicFetch(address, { method: 'POST', headers: all, body, signal });
    const { status } = response;
    const milliseconds = taken();
    const answer = await beginningOf(response.body).catch(() => null);
    stopping.throwIfAborted();
    return { statusCode: status, milliseconds, answer, failure: failureOfStatus(status) };
  } catch (error) {
    stopping.throwIfAborted();
    return { statusCode: null, milliseconds: taken(), answer: null, failure: failureOf(error) };
  }
}

async function beginningOf(body: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (!body) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= MAX_ANSWER_BYTES) break; // ends the connection
  }
  const text = Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
  return text.replaceAll('\0', '').slice(0, MAX_ANSWER_CHARACTERS);
}

function failureOfStatus(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? DeliveryFailure.Redirect : DeliveryFailure.Status;
}

/** Codes of Node.js for certificates that do not fit, are unknown or have expired, and for failed handshakes. */
const CERTIFICATE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

function failureOf(error: unknown): DeliveryFailure {
  const { name, cause = error } = error as { name?: string; cause?: unknown };
  if (name === 'TimeoutError') return DeliveryFailure.Timeout;
  if (cause instanceof PrivateAddress) return DeliveryFailure.PrivateAddress;
  const { code } = cause as { code?: string };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return DeliveryFailure.Timeout;
  return CERTIFICATE.test(`${code}`) ? DeliveryFailure.Certificate : DeliveryFailure.Unreachable;
}
