import { useRead } from '../../http/use-read';

/** Whether HR, or managers too, invite guests in this organization; undefined until it is read. */
export function useAllowsGuests(by: 'HR' | 'managers' = 'HR'): boolean | undefined {
  const { data } = useRead('/api/tenant-settings');
  if (data === undefined) return undefined;
  const { allowed } = data.guests;
  return by === 'managers' ? allowed === 'HRAndManagers' : allowed !== 'Off';
}
