import winston from 'winston';
import { currentContext } from './context';

const describeError = (error: Error): Record<string, unknown> => ({
  name: error.name,
  message: error.message,
  stack: error.stack,
  ...('code' in error ? { code: error.code } : {}),
  ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
});

/** winston prints an Error inside metadata as `{}`. */
const errorsAsObjects = winston.format((info) => {
  for (const [key, value] of Object.entries(info)) if (value instanceof Error) info[key] = describeError(value);
  return info;
});

/** Adds the ids of request, job and tenant to every line; personal data and secrets stay out of the log. */
const withContext = winston.format((info) => {
  const found = currentContext();
  if (!found) return info;
  return Object.assign(info, {
    requestId: found.requestId,
    tenantId: found.tenantId ?? undefined,
    userId: found.actor?.userId,
    operation: found.operation?.(),
  });
});

/** JSON lines on stdout; the level comes from LOG_LEVEL. */
export const logger = winston.createLogger({
  level: process.env.LOG_LEVEL ?? 'info',
  format: winston.format.combine(withContext(), errorsAsObjects(), winston.format.timestamp(), winston.format.json()),
  transports: [new winston.transports.Console()],
});
