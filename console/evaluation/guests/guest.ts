import type { ReadResult } from '../../http/use-read';

/** Someone without an account who evaluates in a cycle. */
export type Guest = ReadResult<'/api/guests'>['items'][number];
