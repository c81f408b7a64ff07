import { Controller, Get, Query, Route, Security, Tags } from '@tsoa/runtime';
import type { RetentionMonths } from '../platform/tenants/tenant-settings.dto';
import type { RetentionPreviewView } from './retention.dto';
import { retentionPreview } from './retention.queries';

@Route('api/tenant-settings')
@Tags('Tenant settings')
@Security('jwt', ['tenant-settings:write'])
export class RetentionController extends Controller {
  /**
   * Returns what the next daily run would affect with these retention settings; omitted settings keep everything. Does
   * not change the settings.
   * @summary Preview retention settings
   */
  @Get('retention-preview')
  public async previewRetention(
    @Query() formerEmployeesMonths?: RetentionMonths,
    @Query() closedCyclesMonths?: RetentionMonths,
    @Query() auditMonths?: RetentionMonths,
  ): Promise<RetentionPreviewView> {
    return retentionPreview({ formerEmployeesMonths, closedCyclesMonths, auditMonths });
  }
}
