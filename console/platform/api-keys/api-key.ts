import type { ReadResult } from '../../http/use-read';

export type ApiKey = ReadResult<'/api/integrations/api-keys/{id}'>;
