import type { NewRow } from '../../shared/db/bulk';
import type { Participant } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';

type Role = Pick<Participant, 'cycleId' | 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'origin'> & { _id?: string };

/** A participant who has not answered anything yet, as it is inserted in bulk. */
export function newParticipant(role: Role): NewRow<Participant> {
  return {
    ...role,
    status: ParticipantStatus.InProgress,
    answers: [],
    score: null,
    potential: null,
    startedAt: null,
    submittedAt: null,
    acknowledgedAt: null,
    reopenings: [],
  };
}
