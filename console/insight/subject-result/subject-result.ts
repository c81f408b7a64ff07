import type { components } from '../../../build/openapi/internal';

/** The results of one subject as the API shows them. */
export type SubjectResult = components['schemas']['SubjectResultView'];
export type Section = SubjectResult['sections'][number];
