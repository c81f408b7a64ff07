import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** The position of a tenant's audit log at the receiver of `AUDIT_STREAM`; its id is the tenant's. */
interface AuditPosition extends TenantRow {
  /** The last entry that the receiver has accepted. */
  sequence: number;
}

/** The collection of these rows. A restore does not replace them, so that no entry is sent again. */
export const AUDIT_POSITIONS = 'auditpositions';

export const AuditPositionModel = tenantModel<AuditPosition>(
  'AuditPosition',
  { sequence: { type: Number, required: true, personal: 'none' } },
  { collection: AUDIT_POSITIONS, indexes: [{ keys: {}, unique: true }] },
);
