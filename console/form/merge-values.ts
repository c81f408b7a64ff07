/** The values of a form by their paths: `settings.weights.Self`. */
type Paths = Readonly<Record<string, unknown>>;

/** A form merged with concurrent changes. */
export interface Merged {
  /** Paths whose value stays as the user typed it, with that value. */
  mine: Paths;
  /** Paths that both changed, with the value of the other. */
  conflicts: Paths;
  /** How many values only the other changed. */
  taken: number;
}

/**
 * Merges what the user typed since `base` with what the API answers now: what one of the two changed stays, what both changed
 * differently is a conflict. Objects are merged member by member; a list is one value, since its entries have no lasting place.
 */
export function mergeValues(base: unknown, theirs: unknown, mine: unknown, path = ''): Merged {
  if (!isRecord(base) || !isRecord(theirs) || !isRecord(mine)) return mergeValue(base, theirs, mine, path);
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((name) =>
    mergeValues(base[name], theirs[name], mine[name], path === '' ? name : `${path}.${name}`),
  );
  return {
    mine: Object.assign({}, ...parts.map((part) => part.mine)) as Paths,
    conflicts: Object.assign({}, ...parts.map((part) => part.conflicts)) as Paths,
    taken: parts.reduce((sum, part) => sum + part.taken, 0),
  };
}

function mergeValue(base: unknown, theirs: unknown, mine: unknown, path: string): Merged {
  if (isSame(theirs, mine)) return { mine: {}, conflicts: {}, taken: 0 };
  if (isSame(base, mine)) return { mine: {}, conflicts: {}, taken: 1 };
  return { mine: { [path]: mine }, conflicts: isSame(base, theirs) ? {} : { [path]: theirs }, taken: 0 };
}

/** Whether two values of a form say the same; an absent one and an empty text do. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a ?? '', b ?? '')) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, at) => isSame(each, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
