import type { operations } from '../../../build/openapi/internal';
import type { ReadResult } from '../../http/use-read';

export type GapPage = ReadResult<'/api/gap-analysis'>;

export type Gap = GapPage['items'][number];

/** Query parameters of the list. */
export type GapQuery = NonNullable<operations['ListGaps']['parameters']['query']>;
