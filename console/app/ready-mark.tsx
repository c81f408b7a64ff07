import { type ReactNode, useLayoutEffect } from 'react';
import { queryClient } from '../http/query-client';

/** A read that has ended is shown, and what it shows asks for the next, within a few turns of the event loop. */
const QUIET_MS = 30;
const { dataset } = document.documentElement;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Parts of the page whose code, texts or data are still being loaded. */
let pending = 0;

const isBusy = (): boolean => pending > 0 || queryClient.isFetching() > 0 || queryClient.isMutating() > 0;

/** Takes `data-ready` off the document at once when something is on its way, and sets it once nothing has been for a moment. */
function update(): void {
  clearTimeout(timer);
  if (isBusy()) delete dataset.ready;
  else timer = setTimeout(() => (dataset.ready = ''), QUIET_MS);
}

/** Marks the document while the page is complete, for programs that look at it: tests, pictures. */
export function keepReadyMark(): void {
  queryClient.getQueryCache().subscribe(update);
  queryClient.getMutationCache().subscribe(update);
}

/** Shows nothing, in place of a part whose code is being loaded: the page is not ready. */
export function Pending(): ReactNode {
  useLayoutEffect(() => {
    pending += 1;
    update();
    return () => {
      pending -= 1;
      update();
    };
  }, []);
  return null;
}
