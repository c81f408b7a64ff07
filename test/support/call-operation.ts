import type request from 'supertest';
import { isPermission, isPlatformPermission } from '../../shared/kernel/permissions';
import { assertDocumented } from './documented-answer';
import { fillPath, type Operation, smallestBody } from './operations';
import type { Service } from './service';

/** The smallest image: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const CSV = Buffer.from('firstname,lastname,email,code,name\nAna,García,ana@example.test,C1,Listening\n');

/** Who sends a request: a bearer token, an API key, or no one. */
export type Caller = { token: string } | { apiKey: string } | null;

/** Who may send an operation: the administrator of an organization, or of the platform, or its API key. */
export function callerOf(
  { isOpen, needsApiKey, isOfGuest, permission }: Operation,
  {
    admin,
    systemAdmin,
    apiKey,
    guestToken,
  }: { admin: string; systemAdmin: string; apiKey: string; guestToken: string },
): Caller {
  if (isOpen) return null;
  if (needsApiKey) return { apiKey };
  if (isOfGuest) return { token: guestToken };
  const isPlatform = permission !== null && isPermission(permission) && isPlatformPermission(permission);
  return { token: isPlatform ? systemAdmin : admin };
}

/** A request of an operation, without a body; its answer must be as documented. Jobs are answered at once with 202. */
export function bareCall(service: Service, operation: Operation, path: string, caller: Caller): request.Test {
  const call = service.call(operation.method, path, caller && 'token' in caller ? caller.token : null);
  if (caller && 'apiKey' in caller) call.set('X-Api-Key', caller.apiKey);
  return call
    .set('Prefer', 'respond-async')
    .timeout(600_000)
    .expect((answer) => assertDocumented(operation, answer));
}

/** The same with the smallest body that passes the types of the document, or a small upload. */
export function smallestCall(
  service: Service,
  operation: Operation,
  values: Record<string, string>,
  caller: Caller,
): request.Test {
  const call = bareCall(service, operation, fillPath(operation, values), caller);
  if (operation.isUpload) {
    const isImage = /photo|avatar|logo/.test(operation.path);
    if (/\/files$/.test(operation.path)) call.field('purpose', 'Evidence');
    return isImage
      ? call.attach('file', PNG, { filename: 'small.png', contentType: 'image/png' })
      : call.attach('file', CSV, { filename: 'small.csv', contentType: 'text/csv' });
  }
  return operation.body ? call.send(smallestBody(operation.body)) : call;
}
