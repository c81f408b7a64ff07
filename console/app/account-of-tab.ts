import { stopWatching } from '../jobs/job-watch';
import { dropDrafts } from './leave-guard';
import { dropPreferences } from './preferences';
import { forgetForReload } from './reload-storage';
import { forgetVisits } from './visits';

let accountId: string | null = null;

export function isAccountOfTab(id: string): boolean {
  return accountId === id;
}

/** Says whose account this tab shows from now on. What another one typed or started here is forgotten. */
export function noteAccount(id: string): void {
  if (accountId !== null && accountId !== id) {
    dropDrafts();
    forgetForReload();
    dropPreferences();
    stopWatching();
    forgetVisits();
  }
  accountId = id;
}
