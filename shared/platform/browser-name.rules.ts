/** The longer names first: Edge and Opera call themselves Chrome too, and everybody calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser and its system as people call them, such as "Firefox, Windows"; null for any other program. */
export function knownBrowser(userAgent: string): string | null {
  const name = (list: typeof BROWSERS): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = name(BROWSERS);
  return browser ? [browser, name(SYSTEMS)].filter(Boolean).join(', ') : null;
}
