import { countsAsSubmitted, ParticipantStatus } from './participant-status';
import { GONE, Presence } from './presence';

/*
 * The functions of participation.rules as database filters; a test compares the two for every combination of facts.
 * `$nin` and `$ne` also match older rows without a presence: they are Present.
 */

const SUBMITTED = Object.values(ParticipantStatus).filter(countsAsSubmitted);
const SUBJECT_IS_HERE = { subjectPresence: { $nin: [...GONE] } };
const BOTH_ARE_HERE = { ...SUBJECT_IS_HERE, evaluatorPresence: { $nin: [...GONE] } };

/** Participants whose answers count. */
export const SUBMITTED_STATUS = { status: { $in: SUBMITTED } };

/** Evaluations of subjects who count: `subjectCounts`. */
export const COUNTED_SUBJECTS = SUBJECT_IS_HERE;

/** Participants who are not withdrawn: `!isWithdrawn`. */
export const NOT_WITHDRAWN = { $or: [SUBMITTED_STATUS, BOTH_ARE_HERE] };

/** Participants who count in the figures of their cycle: `participantCounts`. */
export const COUNTED_PARTICIPANTS = { ...SUBJECT_IS_HERE, ...NOT_WITHDRAWN };

/** Rows that lists for HR show: `isListed`. */
export const LISTED = { subjectPresence: { $ne: Presence.Deleted } };

/** Rows that their evaluator is shown: `isListedForEvaluator`. */
export const LISTED_FOR_EVALUATOR = { ...LISTED, ...NOT_WITHDRAWN };

/** Participants who can answer if their cycle takes answers: `canAnswer`. */
export const CAN_ANSWER = { ...BOTH_ARE_HERE, status: ParticipantStatus.InProgress };
