import type { ReadResult } from '../../http/use-read';

export type ApiKey = ReadResult<'/api/integrations/api-keys/{id}'>;

/** Whether requests with the key pass. */
export function isUsable({ revokedAt, expiresAt }: ApiKey): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > new Date());
}
