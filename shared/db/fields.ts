import { Schema, type SchemaDefinition, type SchemaTypeOptions } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from './rows';

/** Whom a value concerns: the employee whom the row is about, the evaluator, the actor, or a guest, who has an erasure of their own. */
export type Whose = 'subject' | 'evaluator' | 'actor' | 'guest';

/**
 * What an erasure does to a value. `deleted`: deleted with its row. `emptied`: removed from its row. `kept`: remains,
 * but no longer identifies anyone, since the employee becomes a stub without a name. `unreadable`: its encryption key
 * is destroyed. For free text by others a TenantAdmin decides whether to keep or redact it.
 */
export type Fate = 'deleted' | 'emptied' | 'kept' | 'unreadable';

/**
 * What a field contains: nothing personal, a secret (never in an access file, deleted with its row), or a value about
 * one or two persons.
 */
export type Personal = 'none' | 'secret' | `${Whose}: ${Fate}` | readonly `${Whose}: ${Fate}`[];

/**
 * How an access file shows a value about the person: unchanged; not at all, because it means nothing to the person or
 * reveals a single evaluator's answer; or, for an id, with a name in addition: `department = Department.name`.
 */
export type Access = 'shown' | 'internal' | `${string} = ${string}.${string}`;

/** A field by which rows refer to a person. */
export interface Link {
  names: 'employee' | 'account' | 'email' | 'guest';
  whose: Whose;
  /** What an erasure does to the rows, or for `emptied` to the link itself. */
  rows: Fate;
  /** Whether an access file contains the rows unchanged, in another form, or not at all. */
  access: 'rows' | 'view' | 'none';
  /** Deletes only rows that match; the others are kept without the person. */
  only?: Readonly<Record<string, string | null>>;
}

/** Rows about an employee, deleted with them. */
export const SUBJECT: Link = { names: 'employee', whose: 'subject', rows: 'deleted', access: 'rows' };
/** Shown in another form that keeps others anonymous. */
export const SUBJECT_VIEW: Link = { ...SUBJECT, access: 'view' };
/** Rows that are deleted with the account. */
export const ACCOUNT: Link = { ...SUBJECT, names: 'account' };
/** A guest’s own row, which an erasure empties. */
export const GUEST: Link = { names: 'guest', whose: 'guest', rows: 'kept', access: 'rows' };
export const EMAIL: Link = { ...SUBJECT, names: 'email' };
/** The actor: the id remains, but no longer identifies anyone. */
export const ACTOR: Link = { names: 'account', whose: 'actor', rows: 'kept', access: 'none' };
export const EMPLOYEE_ACTOR: Link = { ...ACTOR, names: 'employee' };
/** A reference to the employee, which is removed. */
export const EMPTIED: Link = { ...EMPLOYEE_ACTOR, rows: 'emptied' };

/** The entry of a model in the record of processing activities. */
export interface Processing {
  purpose: string;
  seenBy: string;
  kept: string;
}

type OwnFields<T> = Exclude<keyof T, keyof TenantRow | keyof SoftDeletedRow | 'searchText'> & string;

/** What a model says about people, besides its fields: models without it lead to no one. */
export interface Privacy<T> extends Processing {
  links?: { readonly [name in OwnFields<T> | '_id']?: Link };
  /** Fields that identify the person whom the row is about: they mention no one else. */
  identity?: OwnFields<T>[];
}

/**
 * A path of a schema: mongoose's options, and what the value is for privacy. A text that the service wrote, or a TenantAdmin about their own
 * work, is `redacted` at once where an erasure finds the person in it; a TenantAdmin decides on any other.
 */
export type Path = SchemaTypeOptions<unknown> & {
  personal: Personal;
  access?: Access;
  redacted?: 'without a decision';
};
export type Field = Path | { readonly [name: string]: Field };

/** The definition of a model: does not compile when a field is missing, or does not say what it is for privacy. */
export type Fields<T> = { readonly [name in OwnFields<T>]-?: Field } & { readonly searchText?: Path };

/** Makes the schema of a part of a row; its paths say how an access file shows them, the row's field says the rest. */
export function embedded<T extends object>(definition: {
  [name in keyof T]-?:
    | (SchemaTypeOptions<unknown> & { access?: Access })
    | { [below: string]: SchemaTypeOptions<unknown> };
}): Schema {
  const paths: SchemaDefinition = definition;
  return new Schema(paths, { _id: false, id: false });
}
