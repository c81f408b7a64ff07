import type { ErasedGuestResult } from '../../shared/jobs/privacy-result';
import { eraseAroundGuest } from '../../shared/privacy/guest-erasure.store';
import { CALCULATING, defineJob, type Run } from '../define-job';

/** Deletes what is stored around a guest whose name and email are deleted; safe to repeat. */
export const eraseGuest = defineJob({
  name: 'privacy.erase-guest',
  retry: CALCULATING,
  onFailed: null,
  run: erase,
});

async function erase(run: Run<'privacy.erase-guest'>): Promise<ErasedGuestResult> {
  const { guestId } = run.payload;
  await eraseAroundGuest(guestId, (change) => run.write(change));
  return { guestId };
}
