import type { ReadResult } from '../../http/use-read';

export type CareerPath = ReadResult<'/api/career-paths/{id}'>;
