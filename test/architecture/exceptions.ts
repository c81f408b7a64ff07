/**
 * Asserts that a rule is broken nowhere but in the listed exceptions, each with its reason. An exception that nothing
 * needs any more fails too: the list may only shrink.
 */
export function expectOnly(violations: readonly string[], exceptions: Readonly<Record<string, string>> = {}): void {
  const found = new Set(violations);
  expect({
    violations: [...found].filter((violation) => !Object.hasOwn(exceptions, violation)).sort(),
    exceptionsThatNothingNeeds: Object.keys(exceptions).filter((exception) => !found.has(exception)),
  }).toEqual({ violations: [], exceptionsThatNothingNeeds: [] });
}
