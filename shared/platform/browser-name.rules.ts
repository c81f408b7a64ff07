/** The order matters: Edge and Opera also contain "Chrome", and all of them contain "Safari". */
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

/** Returns browser and system by their common names, such as "Firefox, Windows"; null for other programs. */
export function knownBrowser(userAgent: string): string | null {
  const name = (list: typeof BROWSERS): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = name(BROWSERS);
  return browser ? [browser, name(SYSTEMS)].filter(Boolean).join(', ') : null;
}
