import { type ReactNode, Suspense } from 'react';
import { Pending } from '../app/ready-mark';
import { lazyPart } from '../ui/lazy-part';
import type { Bulk } from './bulk';

const SelectionBar = lazyPart(() => import('./selection-bar'));

/**
 * What can be done with the selected rows. Its code is loaded with the list: if it came after the first selection, the rows would move under
 * the pointer.
 */
export function SelectionTools<T>({ bulk }: { bulk: Bulk<T> }): ReactNode {
  return (
    <Suspense fallback={<Pending />}>
      <SelectionBar bulk={bulk as unknown as Bulk<unknown>} />
    </Suspense>
  );
}
