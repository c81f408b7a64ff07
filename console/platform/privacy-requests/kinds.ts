import type { ReadResult } from '../../http/use-read';

/** The kinds of privacy requests in the order of their choice. */
export const KINDS = [
  'Access',
  'Erasure',
] as const satisfies readonly ReadResult<'/api/privacy-requests'>['items'][number]['kind'][];
