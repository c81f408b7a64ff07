import express, { type RequestHandler } from 'express';
import { AppError } from '../../shared/kernel/errors';

const LARGEST_BODY = '1mb';
const POISONOUS_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const json = express.json({
  limit: LARGEST_BODY,
  type: ['json', '+json'],
  // Keys that reach an object's prototype are dropped before anything copies them (reliability M17).
  reviver: (key: string, value: unknown) => (POISONOUS_KEYS.has(key) ? undefined : value),
});

/** Parses JSON bodies; anything else with a body that is not an upload is 415 (decisions 1). */
export const parseBody: RequestHandler = (request, response, next) => {
  const parsed = (error?: unknown): void => {
    // tsoa reads members of both, also where nothing was parsed.
    request.body ??= {};
    (request as { files?: unknown }).files ??= {};
    next(error);
  };
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) parsed();
  else if (request.is(['json', '+json', 'multipart/form-data'])) json(request, response, parsed);
  else next(new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send application/json, or multipart/form-data for uploads.'));
};
