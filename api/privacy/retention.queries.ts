import type { RetentionSettings } from '../../shared/platform/tenant.model';
import { previewRetention } from '../../shared/privacy/retention.store';
import { type RetentionPreviewView, toRetentionPreviewView } from './retention.dto';

/** Returns what the next daily run would affect with these settings; omitted settings keep everything. */
export async function retentionPreview(settings: Partial<RetentionSettings>): Promise<RetentionPreviewView> {
  const { formerEmployeesMonths = null, closedCyclesMonths = null, auditMonths = null } = settings;
  return toRetentionPreviewView(await previewRetention({ formerEmployeesMonths, closedCyclesMonths, auditMonths }));
}
