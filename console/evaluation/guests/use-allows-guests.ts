import { useRead } from '../../http/use-read';

/** Whether HR, or managers too, invite guests in this organization. */
export function useAllowsGuests(by: 'HR' | 'managers' = 'HR'): boolean {
  const { data } = useRead('/api/tenant-settings');
  if (data === undefined) return false;
  const { allowed } = data.guests;
  return by === 'managers' ? allowed === 'HRAndManagers' : allowed !== 'Off';
}
