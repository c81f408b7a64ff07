/**
 * Only rows that changed at or after this instant (ISO 8601 with a zone).
 * @maxLength 40 must be an instant such as 2026-11-21T09:30:00Z
 * @example "2026-11-21T09:30:00Z"
 */
export type UpdatedSince = string;
