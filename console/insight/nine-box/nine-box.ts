import type { ReadResult } from '../../http/use-read';

export type NineBox = ReadResult<'/api/nine-box'>;
