import type { Request } from 'express';
import { ownOrigin } from '../../http/own-origin';

/** Where the router is mounted. */
export const SCIM_PATH = '/scim/v2';

/** The root of SCIM as links name it. */
export function scimRoot(request: Request): string {
  return `${ownOrigin(request)}${SCIM_PATH}`;
}
