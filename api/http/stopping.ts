import type { Express, Request } from 'express';

const SETTING = 'stopping signal';

/** Stores the signal that aborts when the process begins to stop. */
export function setStoppingSignal(app: Express, signal: AbortSignal): void {
  app.set(SETTING, signal);
}

/** Returns the signal that aborts when the process begins to stop, so that waiting requests respond at once. */
export function stoppingSignal(request: Request): AbortSignal {
  const signal: unknown = request.app.get(SETTING);
  if (!(signal instanceof AbortSignal)) throw new Error('The application has no stopping signal.');
  return signal;
}
