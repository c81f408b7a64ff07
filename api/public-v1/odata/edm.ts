/** The types of the Entity Data Model that properties have; dates and ids are text in JSON. */
export type EdmType =
  | 'Edm.Guid'
  | 'Edm.String'
  | 'Edm.Boolean'
  | 'Edm.Int32'
  | 'Edm.Double'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset';

/** A property of an entity as `$metadata` declares it. */
export interface Property {
  type: EdmType;
  nullable: boolean;
}

/** The properties of an entity by name; the keys are those of the row. */
export type Properties<Row> = Readonly<Record<keyof Row & string, Property>>;

export type Value = string | number | boolean | null;

const required = (type: EdmType): Property => ({ type, nullable: false });
const optional = (type: EdmType): Property => ({ type, nullable: true });

export const guid = required('Edm.Guid');
export const text = required('Edm.String');
export const flag = required('Edm.Boolean');
export const whole = required('Edm.Int32');
export const decimal = required('Edm.Double');
export const instant = required('Edm.DateTimeOffset');
export const guidOrNull = optional('Edm.Guid');
export const textOrNull = optional('Edm.String');
export const wholeOrNull = optional('Edm.Int32');
export const decimalOrNull = optional('Edm.Double');
export const dateOrNull = optional('Edm.Date');
export const instantOrNull = optional('Edm.DateTimeOffset');
