import { invalid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

/** Reads rows by id, from the one after an id; pages that are read so neither skip nor repeat rows while others are deleted. */
export interface IdOrder {
  after: string;
}

/** Returns the order by id that a request asks for, or null; throws VALIDATION for `after` without it or with a page. */
export function readIdOrder({
  sort,
  after,
  hasPage,
}: {
  sort: 'id' | undefined;
  after: string | undefined;
  hasPage: boolean;
}): IdOrder | null {
  if (after !== undefined && sort === undefined) throw invalid({ field: 'after', ...refusal('REQUIRES_SORT_BY_ID') });
  if (after !== undefined && hasPage) throw invalid({ field: 'after', ...refusal('OMITTED_WITH_PAGE') });
  return sort === undefined ? null : { after: after ?? '' };
}
