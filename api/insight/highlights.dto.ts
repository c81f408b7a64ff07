import type { Id } from '../http/types';

/** A competency, skill or item that was rated high or low. */
export interface HighlightView {
  kind: 'Competency' | 'Item';
  id: Id;
  /** @example "Listening" */
  name: string;
  /**
   * The types' means, weighted like the overall score, from the figures that you can see.
   * @example 4.25
   */
  mean: number;
}

/**
 * What was heard most clearly: the three competencies or skills with the largest and the three with the smallest means where at least six have
 * one, otherwise items; of fewer than six items a third each.
 */
export interface HighlightsView {
  strengths: HighlightView[];
  toDevelop: HighlightView[];
}
