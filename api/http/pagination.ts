/** A page of a list. */
export interface Page<T> {
  items: T[];
  /** @example 1 */
  totalCount: number;
  /** @example 1 */
  page: number;
  /** @example 50 */
  pageSize: number;
  /** @example 1 */
  totalPages: number;
}

export interface PageRequest {
  page: number;
  pageSize: number;
}

const MAX_PAGE_SIZE = 200;

/** Returns page and size as served: a pageSize above 200 is reduced to 200, and the response says so. */
export function pageRequest(page: number, pageSize: number): PageRequest {
  return { page, pageSize: Math.min(pageSize, MAX_PAGE_SIZE) };
}

/** Returns the page of one slice of a list with `totalCount` rows. */
export function toPage<T>(items: T[], totalCount: number, { page, pageSize }: PageRequest): Page<T> {
  return { items, totalCount, page, pageSize, totalPages: Math.ceil(totalCount / pageSize) };
}

/** Returns a page of a list; `list` reads one slice and the total number of rows. */
export async function pageOf<T>(
  page: number,
  pageSize: number,
  list: (slice: PageRequest) => Promise<{ items: T[]; totalCount: number }>,
): Promise<Page<T>> {
  const slice = pageRequest(page, pageSize);
  const { items, totalCount } = await list(slice);
  return toPage(items, totalCount, slice);
}
