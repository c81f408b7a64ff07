import type { ReadResult } from '../../http/use-read';

export type Organization = ReadResult<'/api/tenants/{id}'>;
