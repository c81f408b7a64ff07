import type { EvaluatorType } from '../../../shared/framework/evaluator-type';

/** A value as `data.json` shows it. */
export type Plain = string | number | boolean | null | Plain[] | { [field: string]: Plain };

/** Rows of one kind, with the fields that an access file shows. */
export interface AccessSection {
  name: string;
  purpose: string;
  rows: Record<string, Plain>[];
}

/** The answers of a person's evaluators in one cycle. */
export interface AccessEvaluation {
  cycle: string;
  status: string;
  /** null while the cycle is not over. */
  overall: number | null;
  calibrated: number | null;
  effective: number | null;
  /** Groups that `overall` is without, because too few have rated. */
  hiddenTypes: EvaluatorType[];
  /** Means of groups, with two decimals; null where a group is smaller than the anonymity minimum. */
  groups: { evaluatorType: EvaluatorType; submitted: number; mean: number | null }[];
  items: { section: string; text: string; overall: number | null; groups: { evaluatorType: string; mean: number }[] }[];
  /** Levels according to the shown answers; null where they would reveal single evaluators. */
  requirements: {
    requirement: string;
    requiredLevel: number;
    currentLevel: number | null;
    gapLevel: number | null;
    priority: number | null;
  }[];
  /** The answers of the person and of the manager, unchanged. */
  answers: AccessAnswers[];
}

export interface AccessAnswers {
  evaluatorType: EvaluatorType;
  submittedAt: string | null;
  score: number | null;
  potential: number | null;
  answers: { item: string; score: number | null; notApplicable: boolean; comment: string | null }[];
}

/** What the person wrote about someone. */
export interface WrittenEvaluation extends AccessAnswers {
  cycle: string;
  subject: string | null;
  status: string;
  /** Why a guest declined. */
  declineReason?: string;
}

/** The content of `data.json` (docs/privacy/data.schema.json). */
export interface AccessData {
  formatVersion: 2;
  generatedAt: string;
  organization: string;
  person: { employeeId: string | null; accountIds: string[]; fullName: string; email: string };
  sections: AccessSection[];
  evaluations: AccessEvaluation[];
  /** `item` is null where it would reveal who may have written the comment. */
  comments: { cycle: string; item: string | null; text: string }[];
  withheld: { reason: string; count: number }[];
  written: WrittenEvaluation[];
  files: { path: string; name: string; contentType: string; size: number; purpose: string }[];
  auditLog: {
    eventType: string;
    occurredAt: string;
    isOwnAction: boolean;
    ip: string | null;
    userAgent: string | null;
    changes: { field: string; before: Plain; after: Plain }[];
  }[];
}
