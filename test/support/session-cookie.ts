import type request from 'supertest';

/** The session cookie that an answer set, as a browser sends it back: `name=value`. */
export function cookieOf(answer: request.Response): string {
  const [header] = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  if (!header) throw new Error(`The answer ${answer.status} sets no cookie.`);
  return header.split(';')[0] ?? '';
}
