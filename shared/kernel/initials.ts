/** Returns the first letters of the first and the last name, or of a full name in which neither is marked. */
export function initialsOf(
  ...names: readonly [fullName: string] | readonly [firstName: string, lastName: string]
): string {
  const [first, last = ''] = names.length === 1 ? splitName(names[0]) : names;
  return firstLetter(first) + firstLetter(last);
}

function firstLetter(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '';
}

/** Where the last name begins is a guess: after the first word, or, as of "José Luis Ruiz Prado", after two of four. */
function splitName(fullName: string): [first: string, last?: string] {
  const [first = '', second, third, fourth] = fullName.trim().split(/\s+/);
  // A particle, such as that of "Zoë van der Berg", begins the last name.
  const hasTwoFirstNames = fourth !== undefined && second !== second?.toLowerCase();
  return [first, hasTwoFirstNames ? third : second];
}
