import type { Id } from '../../http/types';

/** A person whose form would have no item that feeds the score. */
export interface UnscoredSubject {
  subjectId: Id;
  /** @example "Ana García" */
  subject: string;
  /** Name of the job profile; null without one. */
  jobProfile: string | null;
}

/** What to know before the evaluations of a cycle are generated and opened. */
export interface CyclePreparation {
  cycleId: Id;
  /**
   * Active employees: those for whom a generation makes evaluations.
   * @example 80
   */
  activeEmployees: number;
  /**
   * How many would get no score, since none of the items that feed it is asked about them.
   * @example 2
   */
  unscored: number;
  /** The first 20 of them, by name. */
  unscoredSubjects: UnscoredSubject[];
}
