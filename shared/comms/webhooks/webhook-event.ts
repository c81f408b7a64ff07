/** What a webhook can be notified of. */
export enum WebhookEvent {
  CycleOpened = 'cycle.opened',
  CycleClosed = 'cycle.closed',
  CycleArchived = 'cycle.archived',
  CycleReminded = 'cycle.reminded',
  ResultsPublished = 'results.published',
  EmployeeCreated = 'employee.created',
  EmployeeUpdated = 'employee.updated',
  EmployeeLeft = 'employee.left',
  EmployeesImported = 'employees.imported',
  SurveyOpened = 'survey.opened',
  SurveyClosed = 'survey.closed',
}

/** Chats that a webhook can write a sentence to instead. */
export enum WebhookFormat {
  Slack = 'Slack',
  Teams = 'Teams',
}

/** The events that have a sentence for chats. */
export const CHAT_EVENTS = [
  WebhookEvent.CycleOpened,
  WebhookEvent.CycleReminded,
  WebhookEvent.CycleClosed,
  WebhookEvent.ResultsPublished,
  WebhookEvent.SurveyOpened,
] as const;

export type ChatEvent = (typeof CHAT_EVENTS)[number];

/** The type of the message of "Send test". */
export const TEST_MESSAGE = 'test';

/** Why a webhook gets nothing. */
export enum PauseReason {
  /** The receiver has failed for three days. */
  Failing = 'Failing',
  /** A TenantAdmin paused it. */
  Stopped = 'Stopped',
}

export enum DeliveryStatus {
  /** Not accepted yet: sent again later, or about to be sent. */
  Waiting = 'Waiting',
  Delivered = 'Delivered',
  /** A test or redelivery that was not accepted; it is not repeated. */
  Failed = 'Failed',
}

/** Why an attempt failed. */
export enum DeliveryFailure {
  /** An answer other than 2xx. */
  Status = 'Status',
  /** An answer that leads elsewhere; it is not followed. */
  Redirect = 'Redirect',
  /** No answer in time. */
  Timeout = 'Timeout',
  /** The name leads to an address that is not public. */
  PrivateAddress = 'PrivateAddress',
  /** The certificate is not valid for the address. */
  Certificate = 'Certificate',
  /** No connection. */
  Unreachable = 'Unreachable',
}
