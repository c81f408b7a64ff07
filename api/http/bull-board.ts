import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { type Request, type RequestHandler, Router } from 'express';
import { AppError } from '../../shared/kernel/errors';
import { hashToken } from '../platform/tokens';
import type { TicketQueue } from '../../shared/jobs/queues';
import { signInPlatform } from '../platform/sign-in.service';
import { expressAuthentication } from './authentication';
import type { RateLimits } from './rate-limit';

export const BOARD_PATH = '/admin/queues';

/** Bull Board, read-only, for a SystemAdmin: a bearer token, or the browser's own sign-in prompt (HTTP Basic). */
export function bullBoard(queues: readonly TicketQueue[], limits: RateLimits): Router {
  const adapter = new ExpressAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Evaluation service' } },
  });
  return Router().use(BOARD_PATH, systemAdminOnly(limits), adapter.getRouter() as RequestHandler);
}

/** Access tokens of browsers that signed in, by the hash of their credentials: argon2 runs once, not at each poll. */
const signedIn = new Map<string, string>();
const MOST_BROWSERS = 100;

function systemAdminOnly(limits: RateLimits): RequestHandler {
  return async (request, _response, next) => {
    try {
      const header = request.header('authorization') ?? '';
      if (!/^basic /i.test(header)) await authorize(request);
      else if (!(await passesAsBefore(request, header))) {
        await limits.chargeSignIn(request);
        const token = await signInBasic(header);
        if (signedIn.size >= MOST_BROWSERS) signedIn.clear();
        signedIn.set(hashToken(header), token);
        await authorize(request, token);
      }
      next();
    } catch (error) {
      next(askForCredentials(error));
    }
  };
}

async function authorize(request: Request, token?: string): Promise<void> {
  if (token) request.headers.authorization = `Bearer ${token}`;
  await expressAuthentication(request, 'jwt', ['queues:watch']);
}

/** Whether the session that these credentials opened before still lives; it ends with the password. */
async function passesAsBefore(request: Request, header: string): Promise<boolean> {
  const key = hashToken(header);
  const token = signedIn.get(key);
  if (!token) return false;
  try {
    await authorize(request, token);
    return true;
  } catch {
    signedIn.delete(key);
    return false;
  }
}

async function signInBasic(header: string): Promise<string> {
  const text = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8');
  const separator = text.indexOf(':');
  if (separator < 0) throw new AppError('UNAUTHENTICATED', 'These are no credentials.');
  const { accessToken } = await signInPlatform(text.slice(0, separator), text.slice(separator + 1));
  return accessToken;
}

function askForCredentials(error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 401) return error;
  return new AppError('UNAUTHENTICATED', 'Sign in.', {
    headers: { 'WWW-Authenticate': 'Basic realm="Bull Board", charset="UTF-8"' },
  });
}
