import { SUBJECT_VIEW, embedded } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { EvaluatorType } from '../../framework/evaluator-type';
import type { GuardedRater } from './guarded-group.rules';
import type { PublishedGroup } from './publishing.rules';

export interface PublishedComment {
  itemId: string;
  text: string;
}

/** A guarded evaluator as of the publishing. */
export interface PublishedRater extends GuardedRater {
  /** The published comments of an evaluation that HR has reopened since; null: the comments are those of the evaluation. */
  comments: PublishedComment[] | null;
}

/**
 * What viewers other than HR saw of the guarded groups of one subject of a cycle, with the evaluators behind the
 * figures. A later publishing is compared with it.
 */
export interface PublishedResultsRow extends TenantRow {
  cycleId: string;
  subjectId: string;
  /** The publishing or closing that it was last compared with. */
  since: Date;
  /** False once retention has deleted the answers. */
  hasAnswers: boolean;
  groups: PublishedGroup<PublishedRater>[];
}

/** The guarded groups of a subject as published, and a secret that decides the order of their comments. */
export interface PublishedResults {
  key: string;
  groups: readonly PublishedGroup<PublishedRater>[];
}

const rater = {
  evaluatorId: { type: String, required: true },
  ratings: { type: [Number], default: null },
  score: { type: Number, default: null },
  commentsId: { type: String, default: '' },
};

const comment = embedded<PublishedComment>({
  itemId: { type: String, required: true },
  text: { type: String, required: true },
});

const former = embedded({
  minimum: { type: Number, required: true },
  raters: { type: [embedded(rater)], required: true },
});

const group = embedded<PublishedGroup<PublishedRater>>({
  evaluatorType: { type: String, required: true, enum: Object.values(EvaluatorType) },
  asOf: { type: Date, required: true },
  minimum: { type: Number, required: true },
  firstMinimum: { type: Number, required: true },
  mean: { type: Number, default: null },
  raters: {
    type: [embedded({ ...rater, comments: { type: [comment], default: null } })],
    required: true,
  },
  earlier: { type: [former], required: true },
});

export const PublishedResultsModel = tenantModel<PublishedResultsRow>(
  'KeptResults',
  {
    cycleId: { type: String, required: true, personal: 'subject: deleted' },
    subjectId: { type: String, required: true, personal: 'subject: deleted' },
    since: { type: Date, required: true, personal: 'none' },
    hasAnswers: { type: Boolean, required: true, default: true, personal: 'none' },
    groups: { type: [group], required: true, personal: 'subject: deleted' },
  },
  {
    privacy: {
      purpose: 'What was published of groups of evaluators, so that a later publishing does not reveal one of them',
      seenBy: 'The person and the manager as means and comments of groups that are large enough',
      kept: 'Answers and comments the months that retention.closedCyclesMonths says after the closing, otherwise until erasure',
      links: { subjectId: SUBJECT_VIEW },
    },
    indexes: [{ keys: { cycleId: 1, subjectId: 1 }, unique: true }, { keys: { subjectId: 1 } }],
  },
);
