import { createStore } from './store';

/** Whether the session has ended over a form with changes, so that signing in opens over it. */
export const sessionRenewal = createStore(false);
