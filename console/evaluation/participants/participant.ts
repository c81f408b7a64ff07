import type { components, paths } from '../../../build/openapi/internal';

export type Participant = components['schemas']['ParticipantView'];

type Participants = paths['/api/evaluation-cycles/{id}/participants']['get'];

/** What the list is asked for. */
export type ParticipantQuery = NonNullable<Participants['parameters']['query']>;
