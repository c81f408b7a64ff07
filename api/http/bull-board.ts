import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { type RequestHandler, Router } from 'express';
import { context } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { hashToken } from '../platform/tokens';
import type { TicketQueue } from '../../shared/jobs/queues';
import { signInPlatform } from '../platform/sign-in.service';
import { expressAuthentication } from './authentication';

export const BOARD_PATH = '/admin/queues';

/** Bull Board, read-only, for a SystemAdmin: a bearer token, or the browser's own sign-in prompt (HTTP Basic). */
export function bullBoard(queues: readonly TicketQueue[]): Router {
  const adapter = new ExpressAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Evaluation service' } },
  });
  return Router().use(BOARD_PATH, systemAdminOnly, adapter.getRouter() as RequestHandler);
}

/** Access tokens of browsers that signed in, by the hash of their credentials: argon2 runs once, not at each poll. */
const signedIn = new Map<string, string>();
const MOST_BROWSERS = 100;

const systemAdminOnly: RequestHandler = async (request, _response, next) => {
  const header = request.header('authorization') ?? '';
  if (!header.startsWith('Basic ')) {
    await expressAuthentication(request, 'jwt', ['queues:watch']).then(() => next(), askForCredentials(next));
    return;
  }
  const key = hashToken(header);
  try {
    const token = signedIn.get(key) ?? (await signInBasic(header));
    if (signedIn.size >= MOST_BROWSERS) signedIn.clear();
    signedIn.set(key, token);
    request.headers.authorization = `Bearer ${token}`;
    await expressAuthentication(request, 'jwt', ['queues:watch']);
    next();
  } catch (error) {
    signedIn.delete(key);
    askForCredentials(next)(error);
  }
};

async function signInBasic(header: string): Promise<string> {
  const text = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8');
  const separator = text.indexOf(':');
  const { accessToken } = await signInPlatform(text.slice(0, separator), text.slice(separator + 1));
  context().actor = null;
  return accessToken;
}

function askForCredentials(next: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    const isRefusal = error instanceof AppError && error.status === 401;
    next(
      isRefusal
        ? new AppError('UNAUTHENTICATED', 'Sign in.', {
            headers: { 'WWW-Authenticate': 'Basic realm="Bull Board", charset="UTF-8"' },
          })
        : error,
    );
  };
}
