import type { components } from '../../../build/openapi/internal';

export type SubjectResult = components['schemas']['SubjectResultView'];
/** How far a score lies along the scale, from 0 to 1. */
export const shareOfScale = (score: number | null, { min, max }: SubjectResult['scale']): number =>
  score === null ? 0 : (score - min) / Math.max(1, max - min);

export type Section = SubjectResult['sections'][number];
