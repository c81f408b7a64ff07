import { useState } from 'react';

interface Revised {
  revision: number;
}

/**
 * The revision of what a form shows: what was read, or what the form itself stored since. A concurrent change by someone else is
 * refused and then merged, not overwritten.
 */
export function useLatestRevision(read: Revised | null): [revision: number, noteStored: (stored: Revised) => void] {
  const [stored, setStored] = useState(0);
  return [Math.max(stored, read?.revision ?? 0), (result) => setStored(result.revision)];
}
