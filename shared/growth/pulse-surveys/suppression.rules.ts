// docs/behaviour.md, "Small groups"

/** The minimum number of answers behind a published figure, whatever an organization sets. */
export const MIN_SURVEY_THRESHOLD = 3;

/**
 * Returns the keys of the groups of a total that may be shown. A group of fewer than `threshold` is hidden. If the
 * hidden groups together are fewer than `threshold`, so that total minus shown groups would reveal them, the smallest
 * shown groups are hidden too until they are not. `allowed` restricts the result to groups that are shown elsewhere.
 * The total counts every group; below the threshold nothing is shown.
 */
export function visibleGroups<K>(
  counts: ReadonlyMap<K, number>,
  threshold: number,
  allowed: ReadonlySet<K> = new Set(counts.keys()),
): ReadonlySet<K> {
  let hidden = 0;
  const shown: { key: K; count: number }[] = [];
  for (const [key, count] of counts)
    if (count >= threshold && allowed.has(key)) shown.push({ key, count });
    else hidden += count;
  shown.sort((a, b) => b.count - a.count);
  while (hidden > 0 && hidden < threshold) {
    const smallest = shown.pop();
    if (!smallest) break;
    hidden += smallest.count;
  }
  return new Set(shown.map(({ key }) => key));
}
