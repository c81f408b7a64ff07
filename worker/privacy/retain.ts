import { applyRetention } from '../../shared/privacy/retention.store';

/** Applies the retention settings of all organizations; returns how many rows that concerned. */
export async function retain(): Promise<number> {
  const { requests, answers, auditEntries } = await applyRetention();
  return requests + answers + auditEntries;
}
