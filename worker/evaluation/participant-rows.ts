import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { Presence } from '../../shared/evaluation/participants/presence';
import { countAsked } from '../../shared/evaluation/subject-tally.store';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { JobName } from '../../shared/jobs/contract';
import type { Run } from '../run-job';

type Role = Pick<Participant, 'cycleId' | 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'origin'> & { _id?: string };

/** A participant who has not answered anything yet, as it is inserted in bulk. */
export function newParticipant(role: Role): NewRow<Participant> {
  return {
    ...role,
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
}

const CHUNK = 1_000;

/**
 * Inserts participants of one type of a cycle who have not answered yet, in chunks: each in a fenced transaction with the
 * figures that it changes. Returns those that did not exist.
 */
export async function insertParticipants(
  run: Pick<Run<JobName>, 'write' | 'progress'>,
  cycleId: string,
  type: EvaluatorType,
  rows: readonly NewRow<Participant>[],
  { before = 0, total = rows.length }: { before?: number; total?: number } = {},
): Promise<Participant[]> {
  const result: Participant[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    await run.progress(Math.min(before + start, total), total);
    const chunk = rows.slice(start, start + CHUNK);
    const inserted = await run.write(async () => {
      const written = await bulkInsert(ParticipantModel, chunk);
      await countAsked(cycleId, type, written.inserted);
      return written.inserted;
    });
    result.push(...inserted);
  }
  return result;
}
