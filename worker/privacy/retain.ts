import { applyRetention } from '../../shared/privacy/retention.store';

/** Applies the retention settings of all organizations; returns the number of affected rows. */
export async function retain(): Promise<number> {
  const { requests, answers, auditEntries, guests } = await applyRetention();
  return requests + answers + auditEntries + guests;
}
