import type { Model } from 'mongoose';
import { anyRows, type Row, type SoftDeletedRow, type TenantRow } from '../db/rows';

/** Whom a value concerns: the employee whom the row is about, the evaluator, or the actor. */
export type Whose = 'subject' | 'evaluator' | 'actor';

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
export type FieldDeclaration = 'none' | 'secret' | `${Whose}: ${Fate}` | readonly `${Whose}: ${Fate}`[];

/** A field by which rows refer to a person. */
export interface Link {
  names: 'employee' | 'account' | 'email';
  whose: Whose;
  /** What an erasure does to the rows, or for `emptied` to the link itself. */
  rows: Fate;
  /** Whether an access file contains the rows unchanged, in another form, or not at all. */
  access: 'rows' | 'view' | 'none';
  /** Deletes only rows that match; the others are kept without the person. */
  only?: Readonly<Record<string, string | null>>;
}

/** The entry of a model in the record of processing activities. */
export interface Processing {
  purpose: string;
  seenBy: string;
  kept: string;
}

type OwnFields<T> = Exclude<keyof T, keyof TenantRow | keyof SoftDeletedRow> & string;

/** The personal data of one model. */
export interface PersonalData<T extends Row = Row> extends Processing {
  model: Model<T>;
  links: Readonly<Record<string, Link>>;
  fields: Readonly<Record<string, FieldDeclaration>>;
  /** Fields that identify the person whom the row is about: they mention no one else. */
  identity?: readonly string[];
}

/** Declares the personal data of a model; does not compile when a field is missing. */
export function declare<T extends Row>(
  model: Model<T>,
  declaration: Processing & {
    links: Partial<Record<OwnFields<T> | '_id', Link>>;
    fields: Record<OwnFields<T>, FieldDeclaration>;
    identity?: OwnFields<T>[];
  },
): PersonalData {
  return { ...declaration, links: declaration.links as PersonalData['links'], model: anyRows(model) };
}

/** Declares a model without personal data. */
export function declareImpersonal<T extends Row>(model: Model<T>, ...fields: OwnFields<T>[]): PersonalData {
  return {
    model: anyRows(model),
    purpose: '',
    seenBy: '',
    kept: '',
    links: {},
    fields: Object.fromEntries(fields.map((field) => [field, 'none'])),
  };
}

/** Returns the values of a field by the person whom they concern. */
export function valuesOf(field: FieldDeclaration): { whose: Whose; fate: Fate }[] {
  if (field === 'none' || field === 'secret') return [];
  return [field].flat().map((value) => {
    const [whose, fate] = value.split(': ') as [Whose, Fate];
    return { whose, fate };
  });
}
