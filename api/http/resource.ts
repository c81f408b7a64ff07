import { Controller } from '@tsoa/runtime';
import { AppError } from '../../shared/kernel/errors';

/** The strong ETag of a row's revision. */
export function etag(revision: number): string {
  return `"${revision}"`;
}

/** Throws PRECONDITION_FAILED when `If-Match` names another revision than the row's (decisions 1). */
export function assertMatches(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(etag(revision)))
    throw new AppError('PRECONDITION_FAILED', 'The resource has changed since you read it; read it again.');
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
    this.setHeader('ETag', etag(resource.revision));
    return resource;
  }
}
