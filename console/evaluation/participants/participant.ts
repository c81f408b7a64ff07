import type { components, paths } from '../../../build/openapi/internal';

export type Participant = components['schemas']['ParticipantView'];

type Participants = paths['/api/evaluation-cycles/{id}/participants']['get'];

/** Query parameters of the list. */
export type ParticipantQuery = NonNullable<Participants['parameters']['query']>;
