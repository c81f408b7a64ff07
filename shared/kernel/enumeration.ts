import { invalid } from './errors';
import { refusal } from './refusals/refusal';

/** Reads a value of a string enumeration by its name or number (its position in the declaration); null when it is neither. */
export function readEnumeration<T extends string>(enumeration: Record<string, T>, text: string): T | null {
  const values = Object.values(enumeration);
  return (
    values.find((value) => value === text) ?? (/^(0|[1-9]\d*)$/.test(text) ? (values[Number(text)] ?? null) : null)
  );
}

/** Like `readEnumeration`, but throws VALIDATION on `field` for other texts; undefined stays undefined. */
export function enumerationFilter<T extends string>(
  enumeration: Record<string, T>,
  text: string | undefined,
  field: string,
): T | undefined {
  if (text === undefined) return undefined;
  const value = readEnumeration(enumeration, text);
  if (value === null)
    throw invalid({ field, ...refusal('NOT_ONE_OF', { choices: Object.values(enumeration).join(', ') }) });
  return value;
}
