import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { countNewParticipants } from '../../shared/evaluation/subject-tally.store';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { JobName } from '../../shared/jobs/contract';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import { groupBy } from '../../shared/kernel/group-by';
import type { Run } from '../define-job';
import { inLanes } from '../lanes';

type Role = Pick<Participant, 'cycleId' | 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'origin'> & { _id?: string };

/** Returns the row of a participant without answers, for a bulk insert. */
export function newParticipant(role: Role): NewRow<Participant> {
  const { cycleId, subjectId, evaluatorId, evaluatorType, origin, _id } = role;
  // Field by field: a spread takes ten times as long, for hundreds of thousands of rows.
  const row: NewRow<Participant> = {
    cycleId,
    subjectId,
    evaluatorId,
    evaluatorType,
    origin,
    status: ParticipantStatus.InProgress,
    evaluatorPresence: Presence.Present,
    subjectPresence: Presence.Present,
    answers: [],
    score: null,
    potential: null,
    startedAt: null,
    submittedAt: null,
    acknowledgedAt: null,
    reopenings: [],
  };
  if (_id !== undefined) row._id = _id;
  return row;
}

const CHUNK = 1_000;

interface Insertion {
  /** Progress before this insertion, and the total. */
  before?: number;
  total?: number;
  /** Filters the rows of a chunk, within its transaction. */
  allowed?: (rows: readonly NewRow<Participant>[]) => Promise<readonly NewRow<Participant>[]>;
  /** Chunks that are written concurrently. */
  lanes?: number;
}

/**
 * Inserts participants of one type of a cycle in chunks of whole subjects, each in a fenced transaction with the
 * changed figures. Returns those that did not exist.
 */
export async function insertParticipants(
  run: Pick<Run<JobName>, 'write' | 'progress'>,
  cycleId: string,
  type: EvaluatorType,
  rows: readonly NewRow<Participant>[],
  { before = 0, total = rows.length, allowed = async (some) => some, lanes = WRITES_AT_ONCE }: Insertion = {},
): Promise<Participant[]> {
  const result: Participant[] = [];
  let begun = before;
  await inLanes(chunksOfSubjects(rows), lanes, async (chunk) => {
    await run.progress(Math.min(begun, total), total);
    begun += chunk.length;
    const inserted = await run.write(async () => {
      const written = await bulkInsert(ParticipantModel, await allowed(chunk));
      await countNewParticipants(cycleId, type, written.inserted);
      return written.inserted;
    });
    result.push(...inserted);
  });
  return result;
}

/** Puts all rows of a subject into one chunk, so that no two chunks change the same figures. */
function* chunksOfSubjects(rows: readonly NewRow<Participant>[]): Generator<NewRow<Participant>[]> {
  let chunk: NewRow<Participant>[] = [];
  for (const ofSubject of groupBy(rows, ({ subjectId }) => subjectId).values()) {
    chunk.push(...ofSubject);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
