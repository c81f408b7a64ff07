import type { Model } from 'mongoose';
import type { Row, SoftDeletedRow, TenantRow } from '../db/rows';

/** Whose a value is: of the employee whom the row is about, who evaluates, or who acted. */
export type Whose = 'subject' | 'evaluator' | 'actor';

/**
 * What erasure does to a value. `deleted`: it goes with its row. `emptied`: the row stays without it. `kept`: it stays and no
 * longer leads to anyone, since the employee is a stub without a name. `unreadable`: the key that it is encrypted with is
 * destroyed. Free text that others wrote is kept or redacted as a TenantAdmin decides, whatever its row says.
 */
export type Fate = 'deleted' | 'emptied' | 'kept' | 'unreadable';

/**
 * What a field holds: nothing personal, a secret that no access file shows (it is deleted with its row), or a value of one
 * or two people.
 */
export type FieldDeclaration = 'none' | 'secret' | `${Whose}: ${Fate}` | readonly `${Whose}: ${Fate}`[];

/** How rows lead to a person. */
export interface Link {
  names: 'employee' | 'account' | 'email';
  whose: Whose;
  /** What becomes of the rows, or for `emptied` of the link itself. */
  rows: Fate;
  /** Whether an access file has the rows as they are, in another view, or not at all. */
  access: 'rows' | 'view' | 'none';
  /** Only rows that match are deleted; the others are kept without the person. */
  only?: Readonly<Record<string, string | null>>;
}

/** What the record of processing says of a model. */
export interface Processing {
  purpose: string;
  seenBy: string;
  kept: string;
}

type OwnFields<T> = Exclude<keyof T, keyof TenantRow | keyof SoftDeletedRow> & string;

/** What one model stores about people. */
export interface PersonalData<T extends Row = Row> extends Processing {
  model: Model<T>;
  links: Readonly<Record<string, Link>>;
  fields: Readonly<Record<string, FieldDeclaration>>;
  /** Fields that say what the one is called whom the row is about: in rows about others they mention no one else. */
  identity?: readonly string[];
}

/** The map reads what every row has. */
const anyRows = <T extends Row>(model: Model<T>): Model<Row> => model as unknown as Model<Row>;

/** Declares a model that stores data about people; a field that is left out does not compile. */
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

/** Declares a model whose fields say nothing about a person. */
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

/** The values of a field by whose they are. */
export function valuesOf(field: FieldDeclaration): { whose: Whose; fate: Fate }[] {
  if (field === 'none' || field === 'secret') return [];
  return [field].flat().map((value) => {
    const [whose, fate] = value.split(': ') as [Whose, Fate];
    return { whose, fate };
  });
}
