import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { readKey, readOnce } from '../../http/use-read';
import type { EvaluationForm } from './answer';

type Answers = components['schemas']['MyEvaluationAnswers'];
type Body = components['schemas']['SaveAnswers'];

/** Whose evaluation a form answers, and by which calls. */
export interface Answering {
  /** Whose unsent answers the browser keeps. */
  ownerId: string;
  /** Where the form is cached. */
  keyOf: (id: string) => unknown[];
  read: (id: string) => Promise<EvaluationForm>;
  respond: (id: string, body: Body) => Promise<Answers>;
  submit: (id: string) => Promise<Answers>;
  /** Shows what has changed by a submission. */
  refresh: () => Promise<void>;
}

/** The evaluations of an account. */
export function accountAnswering(accountId: string): Answering {
  const path = '/api/my-evaluations/{id}';
  const at = (id: string) => ({ path: { id } });
  return {
    ownerId: accountId,
    keyOf: (id) => readKey(path, at(id)),
    read: (id) => readOnce(path, at(id)),
    respond: (id, body) => answered(api.POST('/api/my-evaluations/{id}/respond', { params: at(id), body })),
    submit: (id) => answered(api.POST('/api/my-evaluations/{id}/submit', { params: at(id) })),
    refresh: () => refresh('/api/my-evaluations', '/api/my-dashboard'),
  };
}

/** The evaluations of a guest, who has no account: the browser keeps unsent answers by their evaluation. */
export function guestAnswering(): Answering {
  const path = '/api/guest/evaluations/{id}';
  const at = (id: string) => ({ path: { id } });
  return {
    ownerId: GUEST,
    keyOf: (id) => readKey(path, at(id)),
    read: (id) => readOnce(path, at(id)),
    respond: (id, body) => answered(api.POST('/api/guest/evaluations/{id}/respond', { params: at(id), body })),
    submit: (id) => answered(api.POST('/api/guest/evaluations/{id}/submit', { params: at(id) })),
    refresh: () => refresh('/api/guest'),
  };
}

/** Whose the unsent answers of guests are in a browser. */
export const GUEST = 'guest';
