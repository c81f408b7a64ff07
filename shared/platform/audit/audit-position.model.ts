import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** How far a tenant's audit log was delivered to the receiver of `AUDIT_STREAM`; its id is the tenant's. */
interface AuditPosition extends TenantRow {
  /** The last entry that the receiver has taken. */
  sequence: number;
}

/** The collection of these rows. A restore keeps those of the database, so that no entry is sent again. */
export const AUDIT_POSITIONS = 'auditpositions';

export const AuditPositionModel = tenantModel<AuditPosition>(
  'AuditPosition',
  { sequence: { type: Number, required: true } },
  { collection: AUDIT_POSITIONS, indexes: [{ keys: {}, unique: true }] },
);
