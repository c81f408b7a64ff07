import type { Express, Request } from 'express';

const SETTING = 'stopping signal';

/** Gives the application the signal that aborts when its process begins to stop. */
export function setStoppingSignal(app: Express, signal: AbortSignal): void {
  app.set(SETTING, signal);
}

/** The signal that aborts when the process that serves the request begins to stop: what waits then responds at once. */
export function stoppingSignal(request: Request): AbortSignal {
  const signal: unknown = request.app.get(SETTING);
  if (!(signal instanceof AbortSignal)) throw new Error('The application has no stopping signal.');
  return signal;
}
