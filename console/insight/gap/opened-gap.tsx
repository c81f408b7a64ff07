import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { lazyPart } from '../../ui/lazy-part';

const GapDialog = lazyPart(async () => ({ default: (await import('./gap-dialog')).GapDialog }));

/** The dialog of the gap that the address names; its code is loaded when one is opened. */
export function OpenedGap(props: ComponentProps<typeof GapDialog>): ReactNode {
  const address = useAddress();
  if (address.get('person') === '') return null;
  return (
    <Suspense fallback={<Pending />}>
      <GapDialog {...props} />
    </Suspense>
  );
}
