import { WebhookEvent } from '../../../shared/comms/webhooks/webhook-event';
import type { EventData } from '../../../shared/comms/webhooks/webhook-message';
import type { AuditValue } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity, type AuditEvent, AuditOrigin } from '../../../shared/platform/audit/audit-events';

/** What of an audit entry decides which event it is. */
interface LoggedChange {
  eventType: AuditEvent;
  entityId: string | null;
  /** Omitted in entries of earlier versions, which have no address when a job recorded them. */
  origin?: AuditOrigin;
  ip: string | null;
  changes: readonly { field: string; before: AuditValue; after: AuditValue }[];
}

/** An event without the name of what it is about. */
export interface FoundEvent {
  type: WebhookEvent;
  data: EventData;
  /** What `data.name` has to name. */
  named: { entity: AuditEntity.Cycle | AuditEntity.Survey; id: string } | null;
}

/** In these a cycle takes answers. */
const RUNNING: readonly AuditValue[] = ['Open', 'InProgress'];
const IMPORT_COUNTS = ['total', 'created', 'updated', 'unchanged', 'skipped', 'errors', 'terminated'] as const;

/** The kinds of audit entries that can be events; the entries of all others are not decrypted. */
export const EVENT_SOURCES: ReadonlySet<AuditEvent> = new Set<AuditEvent>([
  ...(['cycle.status-changed', 'results.published', 'mail.sent', 'survey.opened', 'survey.closed'] as const),
  ...(['employee.created', 'employee.updated', 'employee.status-changed'] as const),
  ...(['employee.deleted', 'employee.imported'] as const),
]);

/**
 * Returns the event that a decrypted audit entry is, or null. No entry about an answer is one, and an event has none of
 * the counts that would change with each answer.
 */
export function eventOf(entry: LoggedChange): FoundEvent | null {
  const { eventType, entityId, changes } = entry;
  const change = (field: string) => changes.find((candidate) => candidate.field === field);
  switch (eventType) {
    case 'cycle.status-changed': {
      const status = change('status');
      const type = status ? cycleEvent(status.before, status.after) : null;
      return type && ofCycle(type, entityId);
    }
    case 'results.published':
      return ofCycle(WebhookEvent.ResultsPublished, entityId);
    case 'mail.sent':
      return change('kind')?.after === 'deadline-reminder' ? ofCycle(WebhookEvent.CycleReminded, entityId) : null;
    case 'survey.opened':
      return ofSurvey(WebhookEvent.SurveyOpened, entityId, countsOf(change, ['invited']));
    case 'survey.closed':
      return ofSurvey(WebhookEvent.SurveyClosed, entityId);
    case 'employee.created':
      return ofEmployee(WebhookEvent.EmployeeCreated, entityId);
    case 'employee.updated':
      // A legal hold is of no concern to other programs.
      return change('legalHold') || isOfJob(entry) ? null : ofEmployee(WebhookEvent.EmployeeUpdated, entityId);
    case 'employee.status-changed':
      if (isOfJob(entry)) return null;
      return ofEmployee(
        change('status')?.after === 'Terminated' ? WebhookEvent.EmployeeLeft : WebhookEvent.EmployeeUpdated,
        entityId,
      );
    case 'employee.deleted':
      return ofEmployee(WebhookEvent.EmployeeLeft, entityId);
    case 'employee.imported':
      return { type: WebhookEvent.EmployeesImported, data: countsOf(change, IMPORT_COUNTS), named: null };
    default:
      return null;
  }
}

/** Whether a job changed a person, such as an import: its own event covers all of its changes. */
const isOfJob = ({ origin, ip }: LoggedChange): boolean =>
  origin === undefined ? ip === null : origin === AuditOrigin.Job;

function cycleEvent(before: AuditValue, after: AuditValue): WebhookEvent | null {
  if (RUNNING.includes(after)) return RUNNING.includes(before) ? null : WebhookEvent.CycleOpened;
  if (after === 'Closed') return before === 'Archived' ? null : WebhookEvent.CycleClosed;
  return after === 'Archived' ? WebhookEvent.CycleArchived : null;
}

function ofCycle(type: WebhookEvent, id: string | null): FoundEvent | null {
  return id === null ? null : { type, data: { cycleId: id }, named: { entity: AuditEntity.Cycle, id } };
}

function ofSurvey(type: WebhookEvent, id: string | null, counts: EventData = {}): FoundEvent | null {
  return id === null ? null : { type, data: { surveyId: id, ...counts }, named: { entity: AuditEntity.Survey, id } };
}

function ofEmployee(type: WebhookEvent, id: string | null): FoundEvent | null {
  return id === null ? null : { type, data: { employeeId: id }, named: null };
}

function countsOf(change: (field: string) => { after: AuditValue } | undefined, fields: readonly string[]): EventData {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const count = change(field)?.after;
      return typeof count === 'number' ? [[field, count]] : [];
    }),
  );
}
