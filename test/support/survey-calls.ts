import type request from 'supertest';
import { newId } from '../../shared/kernel/ids';
import { makeEmployees } from '../factories/employee';
import type { TestTenant } from '../factories/tenant';
import type { Service } from './service';

export const SURVEYS = '/api/pulse-surveys';
export const [ENPS, RATING, TEXT] = [newId(), newId(), newId()] as const;
export const QUESTIONS = [
  { id: ENPS, text: 'Would you recommend us?', type: 'Enps' },
  { id: RATING, text: 'How is your workload?', type: 'Rating' },
  { id: TEXT, text: 'What should change?', type: 'Text' },
] as const;

/** What tests of surveys ask of the service, as the tenant's HR unless a token is given. */
export interface SurveyCalls {
  post(path: string, token?: string | null, body?: object): request.Test;
  get(path: string, token?: string | null): request.Test;
  create(body?: object): request.Test;
  /** Creates and opens a survey; returns its id. */
  open(body?: object): Promise<string>;
  /** Answers the scored questions, and the one in words when there is a text. */
  answer(id: string, token: string, score?: number, text?: string): request.Test;
  /** Tokens of new employees of a department. */
  people(count: number, departmentId?: string | null): Promise<string[]>;
}

/** The calls of one tenant. */
export function surveyCalls(service: Service, tenant: TestTenant): SurveyCalls {
  const post: SurveyCalls['post'] = (path, token = tenant.hr, body = {}) =>
    service.call('post', path, token).send(body);
  const create: SurveyCalls['create'] = (body = {}) =>
    post(SURVEYS, tenant.hr, { name: 'November pulse', questions: QUESTIONS, ...body });
  return {
    post,
    create,
    get: (path, token = tenant.hr) => service.call('get', path, token),
    async open(body) {
      const { id } = (await create(body)).body as { id: string };
      const opened = await post(`${SURVEYS}/${id}/open`);
      if (opened.status !== 200) throw new Error(`The survey does not open: ${opened.text}`);
      return id;
    },
    answer(id, token, score = 9, text) {
      const answers = [
        { questionId: ENPS, score },
        { questionId: RATING, score: 4 },
        ...(text === undefined ? [] : [{ questionId: TEXT, text }]),
      ];
      return post(`${SURVEYS}/${id}/respond`, token, { answers });
    },
    async people(count, departmentId = null) {
      const list = Array.from({ length: count }, () => ({ departmentId }));
      const employees = await tenant.within(() => makeEmployees(list));
      return Promise.all(employees.map(({ _id }) => tenant.signedIn({ employeeId: _id })));
    },
  };
}
