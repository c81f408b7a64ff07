import type { ReadResult } from '../../http/use-read';

export type AuditEntry = ReadResult<'/api/audit-logs/{id}'>;
