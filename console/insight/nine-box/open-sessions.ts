import { type ReadResult, useRead } from '../../http/use-read';

type Session = ReadResult<'/api/calibration'>['items'][number];

/** Finds the open calibration session of a cycle that covers a department; none while the sessions are read. */
export function useOpenSessions(cycleId: string | null): (departmentId: string | null) => Session | null {
  const sessions = useRead('/api/calibration', { query: { cycleId: cycleId ?? '' } }, { enabled: cycleId !== null });
  const open = sessions.data?.items.filter(({ status }) => status === 'Draft' || status === 'InProgress') ?? [];
  return (departmentId) =>
    open.find(
      ({ departmentIds }) =>
        departmentIds.length === 0 || (departmentId !== null && departmentIds.includes(departmentId)),
    ) ?? null;
}
