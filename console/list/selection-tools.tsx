import { type ReactNode, Suspense } from 'react';
import { Pending } from '../app/ready-mark';
import { lazyPart } from '../ui/lazy-part';
import type { Bulk } from './bulk';

const SelectionBar = lazyPart(() => import('./selection-bar'));

/** What can be done with the selected rows, as soon as there are some; its code is loaded then. */
export function SelectionTools<T>({ bulk }: { bulk: Bulk<T> }): ReactNode {
  if (bulk.chosen.size === 0) return null;
  return (
    <Suspense fallback={<Pending />}>
      <SelectionBar bulk={bulk as unknown as Bulk<unknown>} />
    </Suspense>
  );
}
