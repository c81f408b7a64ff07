import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { Dialog } from '../../ui/dialog';
import { lazyPart } from '../../ui/lazy-part';
import { type Cycle, isOpen } from '../cycle/cycle-state';

const GuestForm = lazyPart(async () => ({ default: (await import('./guest-form')).GuestForm }));

/** The dialog opened by `edit=new` in the address: someone without an account evaluates a subject. */
export function AddGuestDialog({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('guests');
  const address = useAddress();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={t('add')} onClose={close}>
      <Suspense fallback={<Pending />}>
        <GuestForm cycleId={cycle.id} isOpen={isOpen(cycle)} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
