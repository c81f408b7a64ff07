import type { RetentionSettings } from '../../shared/platform/tenant.model';
import { previewRetention } from '../../shared/privacy/retention.store';
import { type RetentionPreviewView, toRetentionPreviewView } from './retention.dto';

/** What the next daily run would concern with these settings; settings that are omitted keep everything. */
export async function retentionPreview(settings: Partial<RetentionSettings>): Promise<RetentionPreviewView> {
  const { formerEmployeesMonths = null, closedCyclesMonths = null, auditMonths = null } = settings;
  return toRetentionPreviewView(await previewRetention({ formerEmployeesMonths, closedCyclesMonths, auditMonths }));
}
