import { Readable } from 'node:stream';
import { Controller, Get, Path, Produces, Query, Request, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ReadableEntry } from '../../shared/platform/audit/audit-privacy.store';
import { shownEntry } from '../../shared/platform/audit/audit-view';
import { jsonRows, ROW_TYPES } from '../http/json-rows';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { downloadHeaders, sendStream } from '../http/send-stream';
import type { Id, PageNumber, PageSize } from '../http/types';
import type { AuditLogView, AuditVerification } from './audit-logs.dto';
import { auditLogPages, findAuditLog, listAuditLogs } from './audit-logs.queries';
import { verifyAuditChain } from './audit-verification.queries';

@Route('api/audit-logs')
@Tags('Audit logs')
@Security('jwt', ['audit-logs:read'])
export class AuditLogsController extends Controller {
  /**
   * Returns the events of the organization, newest first. A SystemAdmin gets the log of the organization in `X-Tenant`,
   * or without the header that of the platform.
   * @summary List the audit log
   * @param eventType an event such as `cycle.created`, or a group such as `auth`; another text matches nothing
   * @param entityType what the event is about, such as `Cycle`; another text matches nothing
   * @param dateFrom from this date (the whole day, UTC) or instant on
   * @param dateTo up to this date (the whole day, UTC) or instant
   * @param entityId the row that the event is about
   * @param actorId the user who acted
   */
  @Get()
  public async listAuditLogs(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() eventType?: string,
    @Query() entityType?: string,
    @Query() dateFrom?: string,
    @Query() dateTo?: string,
    @Query() entityId?: Id,
    @Query() actorId?: Id,
  ): Promise<Page<AuditLogView>> {
    const request = pageRequest(page, pageSize);
    const filter = { eventType, entityType, entityId, actorId, dateFrom, dateTo };
    const { rows, totalCount } = await listAuditLogs(filter, request);
    return toPage(rows.map(shownEntry), totalCount, request);
  }

  /**
   * Returns all entries that match the filters, newest first, as JSON lines: each line is an entry as `GET
   * /api/audit-logs/{id}` returns it.
   * @summary Export the audit log
   * @param eventType an event such as `cycle.created`, or a group such as `auth`; another text matches nothing
   * @param entityType what the event is about, such as `Cycle`; another text matches nothing
   * @param dateFrom from this date (the whole day, UTC) or instant on
   * @param dateTo up to this date (the whole day, UTC) or instant
   * @param entityId the row that the event is about
   * @param actorId the user who acted
   */
  @Get('export')
  @Produces('application/x-ndjson')
  public async exportAuditLogs(
    @Request() request: HttpRequest,
    @Query() eventType?: string,
    @Query() entityType?: string,
    @Query() dateFrom?: string,
    @Query() dateTo?: string,
    @Query() entityId?: Id,
    @Query() actorId?: Id,
  ): Promise<Readable> {
    const entries = auditLogPages({ eventType, entityType, entityId, actorId, dateFrom, dateTo });
    const headers = downloadHeaders({ name: 'audit-log.ndjson', contentType: ROW_TYPES.lines });
    return sendStream(request, Readable.from(jsonRows(viewsOf(entries), 'lines')), headers);
  }

  /**
   * Verifies the whole chain of hashes: returns whether an entry was changed, deleted or inserted, or the end cut off,
   * and the first such place. Reads every entry before it responds.
   * @summary Verify the audit log
   */
  @Get('verify')
  public async verifyAuditLogs(): Promise<AuditVerification> {
    const { entries, firstBroken } = await verifyAuditChain();
    return { valid: firstBroken === null, entries, firstBroken };
  }

  /**
   * Returns one entry.
   * @summary Get an audit log entry
   */
  @Get('{id}')
  public async getAuditLog(@Path() id: string): Promise<AuditLogView> {
    return shownEntry(await findAuditLog(id));
  }
}

async function* viewsOf(pages: AsyncIterable<ReadableEntry[]>): AsyncGenerator<AuditLogView[]> {
  for await (const rows of pages) yield rows.map(shownEntry);
}
