import type { ReadResult } from '../../http/use-read';

export type PrivacyRequest = ReadResult<'/api/privacy-requests/{id}'>;
