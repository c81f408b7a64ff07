import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { EvaluatorType } from '../../framework/evaluator-type';
import type { GuardedRater } from './guarded-group.rules';
import type { KeptGroup } from './publishing.rules';

/** A comment as it was published. */
export interface KeptComment {
  itemId: string;
  text: string;
}

/** A guarded evaluator as of the publishing. */
export interface KeptRater extends GuardedRater {
  /** The published comments of an evaluation that HR has reopened since; null: the comments are those of the evaluation. */
  comments: KeptComment[] | null;
}

/**
 * What viewers other than HR saw of the guarded groups of one subject of a cycle, with the evaluators behind the
 * figures. A later publishing is compared with it.
 */
export interface KeptResults extends TenantRow {
  cycleId: string;
  subjectId: string;
  /** The publishing or closing that it was last compared with. */
  since: Date;
  /** False once retention has deleted the answers. */
  hasAnswers: boolean;
  groups: KeptGroup<KeptRater>[];
}

/** The guarded groups of a subject as published, and a secret that decides the order of their comments. */
export interface PublishedResults {
  key: string;
  groups: readonly KeptGroup<KeptRater>[];
}

const subdocument = { _id: false } as const;

const rater = {
  evaluatorId: { type: String, required: true },
  ratings: { type: [Number], default: null },
  score: { type: Number, default: null },
  commentsId: { type: String, default: '' },
};

const comment = new Schema(
  { itemId: { type: String, required: true }, text: { type: String, required: true } },
  subdocument,
);

const former = new Schema(
  { minimum: { type: Number, required: true }, raters: { type: [new Schema(rater, subdocument)], required: true } },
  subdocument,
);

const group = new Schema(
  {
    evaluatorType: { type: String, required: true, enum: Object.values(EvaluatorType) },
    asOf: { type: Date, required: true },
    minimum: { type: Number, required: true },
    firstMinimum: { type: Number, required: true },
    mean: { type: Number, default: null },
    raters: {
      type: [new Schema({ ...rater, comments: { type: [comment], default: null } }, subdocument)],
      required: true,
    },
    earlier: { type: [former], required: true },
  },
  subdocument,
);

export const KeptResultsModel = tenantModel<KeptResults>(
  'KeptResults',
  {
    cycleId: { type: String, required: true },
    subjectId: { type: String, required: true },
    since: { type: Date, required: true },
    hasAnswers: { type: Boolean, required: true, default: true },
    groups: { type: [group], required: true },
  },
  {
    indexes: [{ keys: { cycleId: 1, subjectId: 1 }, unique: true }, { keys: { subjectId: 1 } }],
  },
);
