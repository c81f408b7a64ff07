import { hash } from 'node:crypto';
import { Controller } from '@tsoa/runtime';
import type { ExpectedRevision } from '../../shared/db/expected-revision';

/** The strong ETag of an answer: the revision of its row, and what else it shows (names of references, sessions, roles). */
function etag(resource: { revision: number }): string {
  return `"${resource.revision}-${hash('sha256', JSON.stringify(resource), 'base64url').slice(0, 12)}"`;
}

const TAG = /^"(\d+)(?:-[\w-]+)?"$/;

/**
 * The revisions that an `If-Match` header names. The rest of a tag does not count: a renamed department is no
 * obstacle to editing an employee.
 */
export function expectedRevision(ifMatch: string | undefined): ExpectedRevision | undefined {
  if (ifMatch === undefined) return undefined;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes('*') ? 'any' : tags.flatMap((tag) => TAG.exec(tag)?.[1] ?? []).map(Number);
}

/** A controller of resources: sets the headers that every created, read or edited resource carries. */
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
