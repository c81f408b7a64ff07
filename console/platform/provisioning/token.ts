import type { ReadResult } from '../../http/use-read';

export type Token = ReadResult<'/api/integrations/scim-tokens'>['items'][number];
