import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import type { ReadResult } from '../../http/use-read';
import type { TypedMove } from './move-suggestion';

/** What an open session says of a subject. */
export type Entry = ReadResult<'/api/calibration/{id}'>['entries'][number];

/** Stores the entry of a subject in a session; one that someone else has changed since `entry` was read is refused. */
export function saveEntry(
  { sessionId, subjectId, entry }: { sessionId: string; subjectId: string; entry: Entry | null },
  { calibrated, potential, reason }: TypedMove,
): Promise<Entry> {
  const params = { path: { id: sessionId, subjectId }, header: entry ? ifMatch(entry) : {} };
  const body = { calibrated: Number(calibrated), potential: potential === '' ? null : Number(potential), reason };
  return answered(api.PUT('/api/calibration/{id}/entries/{subjectId}', { params, body }));
}
