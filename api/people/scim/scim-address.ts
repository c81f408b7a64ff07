import type { Request } from 'express';
import { ownOrigin } from '../../http/own-origin';

/** The path of the router. */
export const SCIM_PATH = '/scim/v2';

/** Returns the root of SCIM for links. */
export function scimRoot(request: Request): string {
  return `${ownOrigin(request)}${SCIM_PATH}`;
}
