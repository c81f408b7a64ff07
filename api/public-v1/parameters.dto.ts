/**
 * Only rows that changed at or after this instant (ISO 8601 with a zone).
 * @format date-time
 * @maxLength 40 must be an instant such as 2026-11-21T09:30:00Z
 * @example "2026-11-21T09:30:00Z"
 */
export type UpdatedSince = string;

/**
 * Only of this state, by its name or its number.
 * @pattern ^(Active|OnLeave|Terminated|[0-2])$ must be one of Active, OnLeave, Terminated
 * @example "Active"
 */
export type EmployeeStatusFilter = string;

/**
 * Of a pulse survey; what is no id names no survey (404).
 * @format uuid
 * @example "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11"
 */
export type SurveyId = string;

/**
 * Rows in the order of their ids.
 * @example "id"
 */
export type IdSort = 'id';
