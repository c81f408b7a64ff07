export interface Choice {
  value: string;
  text: string;
}

/** A choice of values with the text that `textOf` has for each. */
export const choicesOf = <T extends string>(values: readonly T[], textOf: (value: T) => string): Choice[] =>
  values.map((value) => ({ value, text: textOf(value) }));

/** A choice of rows by their names; none while they are read. */
export const rowChoices = (rows: readonly { id: string; name: string }[] = []): Choice[] =>
  rows.map(({ id, name }) => ({ value: id, text: name }));
