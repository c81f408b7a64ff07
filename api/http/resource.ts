import { hash } from 'node:crypto';
import { Controller } from '@tsoa/runtime';
import type { ExpectedRevision } from '../db/expected-revision';

/**
 * Returns the strong ETag of a response: the revision of its row, and a hash of what else it shows (names of
 * references, sessions, roles).
 */
function etag(resource: { revision: number }): string {
  return `"${resource.revision}-${hash('sha256', JSON.stringify(resource), 'base64url').slice(0, 12)}"`;
}

const TAG = /^"(\d+)(?:-[\w-]+)?"$/;

/**
 * Returns the revisions in an `If-Match` header. The rest of a tag is ignored: a renamed department must not prevent
 * editing an employee.
 */
export function expectedRevision(ifMatch: string | undefined): ExpectedRevision | undefined {
  if (ifMatch === undefined) return undefined;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes('*') ? 'any' : tags.flatMap((tag) => TAG.exec(tag)?.[1] ?? []).map(Number);
}

/** Base class of controllers of resources, which sets the headers of created, read and updated resources. */
export abstract class ResourceController extends Controller {
  /** 201 with `Location` and `ETag`. */
  protected created<T extends { id: string; revision: number }>(path: string, resource: T): T {
    this.setStatus(201);
    this.setHeader('Location', `${path}/${resource.id}`);
    return this.tagged(resource);
  }

  /** 200 with `ETag`. */
  protected tagged<T extends { revision: number }>(resource: T): T {
    this.setHeader('ETag', etag(resource));
    return resource;
  }
}
