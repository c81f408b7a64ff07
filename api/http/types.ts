/**
 * A UUID version 4, accepted in either case and returned in lower case.
 * @pattern ^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$ must be a UUID version 4
 * @format uuid
 * @example "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11"
 */
export type Id = string;

/**
 * A name or title: 1 to 200 characters.
 * @minLength 1 must not be empty
 * @maxLength 200 must have at most 200 characters
 * @pattern ^(?=.*\S)[^\x00-\x1f\x7f\u0085\u2028\u2029]+$ must be one line that is not blank
 */
export type ShortText = string;

/**
 * A code: 1 to 50 characters.
 * @minLength 1 must not be empty
 * @maxLength 50 must have at most 50 characters
 * @pattern ^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]+$ must be one line without invisible characters
 */
export type Code = string;

/**
 * A longer text: at most 4,000 characters.
 * @maxLength 4000 must have at most 4000 characters
 */
export type LongText = string;

/**
 * The reason for overriding a value or a state: 10 to 1,000 characters, trimmed.
 * @minLength 10 must have at least 10 characters
 * @maxLength 1000 must have at most 1000 characters
 * @pattern \S[\s\S]{8,}\S must have at least 10 characters without the blanks around it
 * @example "Compared with the others in the same role."
 */
export type Reason = string;

/**
 * An email address; compared trimmed and in lower case.
 * @maxLength 254 must have at most 254 characters
 * @pattern ^\s*[^\s\x00-\x1f\x7f-\x9f@<>"\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064]+@[^\s\x00-\x1f\x7f-\x9f@<>"\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064]+\.[^\s\x00-\x1f\x7f-\x9f@<>"\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064]+\s*$ must be an email address
 * @example "ana.garcia@example.com"
 */
export type Email = string;

/**
 * A timestamp in UTC without fractional seconds.
 * @format date-time
 * @example "2026-11-21T09:30:00Z"
 */
export type Instant = string;

/**
 * A date; inputs also accept a full ISO 8601 timestamp.
 * @maxLength 40 must be a date such as 2026-11-21
 * @example "2026-11-21"
 */
export type CalendarDate = string;

/**
 * @isInt must be a positive integer
 * @minimum 1 must be a positive integer
 * @maximum 1000000 must be at most 1000000
 * @example 1
 */
export type PageNumber = number;

/**
 * At most 200; larger values are treated as 200.
 * @isInt must be a positive integer
 * @minimum 1 must be a positive integer
 * @example 50
 */
export type PageSize = number;

/**
 * Literal text; case and accents are ignored.
 * @maxLength 100 must have at most 100 characters
 * @example "garcia"
 */
export type Search = string;

/** The fields of every resource. */
export interface ResourceFields {
  id: Id;
  createdAt: Instant;
  updatedAt: Instant;
  /** Counts the changes of the resource. `If-Match: "<revision>"` works like the ETag. */
  revision: number;
}
