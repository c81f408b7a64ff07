import type { ReadResult } from '../../http/use-read';

export type Framework = ReadResult<'/api/skill-frameworks/{id}'>;
