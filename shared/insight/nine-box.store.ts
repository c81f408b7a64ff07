import type { QueryFilter } from 'mongoose';
import { BATCH_ROWS } from '../db/batches';
import type { Cycle } from '../evaluation/cycles/cycle.model';
import { shownGaps } from '../evaluation/cycles/cycle.store';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../evaluation/participants/participation.store';
import { effectiveScore } from '../evaluation/score.rules';
import { overallOf } from '../evaluation/subject-tally.rules';
import { levelOfScore } from '../framework/level.rules';
import type { RatingScale } from '../framework/template.rules';
import { cycleScale } from './cycles.store';
import { GapModel, type GapRow } from './gaps/gap.model';
import {
  choosePotential,
  metShare,
  type NineBoxPlacement,
  type NineBoxSettings,
  placeInNineBox,
  type PotentialCandidates,
  type UnplacedReason,
} from './nine-box.rules';
import { employeesWithCareerPath, nextStepReadiness } from './readiness.store';
import {
  findSubjects,
  snapshotFilter,
  type Subject,
  subjectBatches,
  type SubjectEvaluation,
  type SubjectFilter,
  type SubjectPageFilter,
} from './subjects.store';

/** The nine-box of a cycle, subjects by name, each as `S`; scores are unrounded. */
export interface NineBoxMap<S> {
  /** The scale of the performance scores; null without a cycle. */
  scale: RatingScale | null;
  placed: { subject: S; placement: NineBoxPlacement }[];
  unplaced: { subject: S; reason: UnplacedReason }[];
}

/** What determines the box of a subject, and what its readers show. */
const PLACED_FIELDS = [
  'departmentId',
  'jobProfileId',
  'calibrated',
  'calibratedPotential',
  'calibratedPotentialAt',
  'hrPotential',
  'hrPotentialAt',
  'tally',
  'updatedAt',
] as const;

export type PlacedSubject = Subject<(typeof PLACED_FIELDS)[number]>;

export interface NineBoxEvidence<S = PlacedSubject> {
  subject: S;
  /** The effective score on the scale of the template, unrounded. */
  effective: number | null;
  potentials: PotentialCandidates;
}

/**
 * Places the subjects of a cycle by effective score and potential; empty without a cycle, or for one that shows no
 * gaps. Holds only what `pick` returns of each subject: with 100,000 subjects the evaluations would fill the memory.
 */
export async function readNineBox<S>(
  cycle: Cycle | null,
  settings: NineBoxSettings,
  filter: SubjectFilter,
  pick: (subject: PlacedSubject) => S,
): Promise<NineBoxMap<S>> {
  if (cycle === null) return { scale: null, placed: [], unplaced: [] };
  const scale = await cycleScale(cycle);
  const map: NineBoxMap<S> = { scale, placed: [], unplaced: [] };
  if (shownGaps(cycle).runId === null) return map;
  for await (const batch of nineBoxBatches(cycle, scale, filter))
    for (const evidence of batch) {
      const result = placeOf(evidence, scale, settings);
      const subject = pick(evidence.subject);
      if (typeof result === 'string') map.unplaced.push({ subject, reason: result });
      else map.placed.push({ subject, placement: result });
    }
  return map;
}

export function placeOf(
  { effective, potentials }: Pick<NineBoxEvidence, 'effective' | 'potentials'>,
  scale: RatingScale,
  settings: NineBoxSettings,
): NineBoxPlacement | UnplacedReason {
  return placeInNineBox(effective, choosePotential(potentials), settings, scale);
}

/** Reads what determines the boxes of these subjects of a cycle with scores on this scale, subjects by name. */
export async function nineBoxEvidence(
  cycle: Cycle,
  scale: RatingScale,
  filter: SubjectPageFilter = {},
): Promise<NineBoxEvidence[]> {
  const all: NineBoxEvidence[] = [];
  for await (const batch of nineBoxBatches(cycle, scale, filter)) all.push(...batch);
  return all;
}

/**
 * Reads the same in batches, in one pass over the evaluations. For subjects without a set potential the gaps of the run
 * are summed once, to a number for each subject.
 */
export async function* nineBoxBatches(
  cycle: Cycle,
  scale: RatingScale,
  filter: SubjectPageFilter = {},
): AsyncGenerator<NineBoxEvidence[]> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== null);
  let readiness: Readiness | null = null;
  for await (const subjects of gathered(subjectBatches(cycle._id, filter, PLACED_FIELDS))) {
    // A first batch that is not full has everyone of the cycle.
    readiness ??= new Readiness(shownGaps(cycle).runId, filter, !isFiltered && subjects.length < BATCH_ROWS);
    yield evidenceOf(subjects, cycle, scale, readiness);
  }
}

/** Reads the same for these subjects alone, at most 1,000, with queries by their ids. */
export async function evidenceOfSubjects(
  cycle: Cycle,
  scale: RatingScale,
  subjectIds: readonly string[],
): Promise<NineBoxEvidence[]> {
  const readiness = new Readiness(shownGaps(cycle).runId, {});
  return evidenceOf(await findSubjects(cycle._id, subjectIds), cycle, scale, readiness);
}

type StoredPotential = Pick<
  SubjectEvaluation,
  'calibratedPotential' | 'calibratedPotentialAt' | 'hrPotential' | 'hrPotentialAt'
>;

interface SameSubjects {
  _id: StoredPotential & { effective?: number | null; managerPotential?: number | null };
  subjectIds: string[];
}

/**
 * Reads what determines the boxes of all subjects of a cycle, for counting: without names, in no order. Grouped by the
 * database, because one document for all subjects with equal fields is much faster to transfer than one for each.
 */
export async function namelessEvidence(cycle: Cycle, scale: RatingScale): Promise<NineBoxEvidence<{ id: string }>[]> {
  // Until the job of new weights ends, the stored scores reflect the former ones.
  if (cycle.rescoring !== null) return nineBoxEvidence(cycle, scale);
  const groups = await EvaluationModel.aggregate<SameSubjects>([
    { $match: { cycleId: cycle._id, ...COUNTED_SUBJECTS } },
    {
      $group: {
        _id: {
          effective: '$effective',
          managerPotential: '$tally.managerPotential',
          calibratedPotential: '$calibratedPotential',
          calibratedPotentialAt: '$calibratedPotentialAt',
          hrPotential: '$hrPotential',
          hrPotentialAt: '$hrPotentialAt',
        },
        subjectIds: { $push: '$subjectId' },
      },
    },
  ]);
  const evidence = groups.flatMap(({ _id: { effective = null, managerPotential = null, ...potential }, subjectIds }) =>
    subjectIds.map((id) => ({
      subject: { id },
      effective,
      potentials: candidates(potential, managerPotential, scale),
    })),
  );
  await new Readiness(shownGaps(cycle).runId, {}, true).addTo(evidence);
  return evidence;
}

/** Whether someone has set the potential; otherwise readiness replaces it, which depends on more than the rows of the cycle. */
export const hasPotential = ({
  potentials: { calibration, hr, managerAnswers },
}: Pick<NineBoxEvidence, 'potentials'>): boolean => calibration !== null || hr !== null || managerAnswers !== null;

async function evidenceOf(
  subjects: readonly PlacedSubject[],
  cycle: Cycle,
  scale: RatingScale,
  readiness: Readiness,
): Promise<NineBoxEvidence[]> {
  const evidence = subjects.map((subject): NineBoxEvidence => {
    const { tally, calibrated } = subject.evaluation;
    const effective = effectiveScore(overallOf(tally, cycle.settings.weights), calibrated);
    return { subject, effective, potentials: candidates(subject.evaluation, tally?.managerPotential ?? null, scale) };
  });
  await readiness.addTo(evidence);
  return evidence;
}

/** Up to this many subjects are queried by id, so that the first rows need not wait for data of all. */
const ASKED_BY_ID = BATCH_ROWS;
/** Subjects whose readiness is read together: some ten gap rows each. */
const SUBJECTS_AT_ONCE = 2_000;

/** Yields the first batch immediately, so that its rows are sent early, then larger groups. */
async function* gathered(batches: AsyncIterable<PlacedSubject[]>): AsyncGenerator<PlacedSubject[]> {
  let waiting: PlacedSubject[] = [];
  let isFirst = true;
  for await (const batch of batches) {
    waiting.push(...batch);
    if (!isFirst && waiting.length < SUBJECTS_AT_ONCE) continue;
    yield waiting;
    waiting = [];
    isFirst = false;
  }
  if (waiting.length > 0) yield waiting;
}

/** Reads readiness, only for subjects whose potential no one has set. */
class Readiness {
  private onPath: Promise<ReadonlySet<string>> | null = null;
  private ofProfile: Promise<ReadonlyMap<string, number | null>> | null = null;

  constructor(
    private readonly runId: string | null,
    private readonly filter: SubjectFilter,
    /** Everyone of the cycle is asked for at once: their gaps are the run, which is read faster as a whole than by 500 ids. */
    private readonly isOfAll = false,
  ) {}

  async addTo(evidence: readonly NineBoxEvidence<{ id: string }>[]): Promise<void> {
    const withoutPotential = evidence.filter((ofSubject) => !hasPotential(ofSubject));
    if (withoutPotential.length === 0) return;
    const ids = withoutPotential.map(({ subject }) => subject.id);
    const onPath = await this.onCareerPath(ids);
    const careers = onPath.length === 0 ? new Map<string, number>() : await nextStepReadiness(onPath);
    const profiles = await this.profiles(ids);
    for (const { subject, potentials } of withoutPotential) {
      potentials.careerReadiness = careers.get(subject.id) ?? null;
      potentials.profileReadiness = profiles.get(subject.id) ?? null;
    }
  }

  /** Returns who is on a career path; for a few subjects their readiness shows it. */
  private async onCareerPath(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length <= ASKED_BY_ID) return ids;
    const onPath = await (this.onPath ??= employeesWithCareerPath());
    return ids.filter((id) => onPath.has(id));
  }

  /** Reads a few subjects by id, so that the first rows need not wait for all of them. */
  private async profiles(ids: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
    const { runId, filter } = this;
    if (runId === null) return new Map();
    if (!this.isOfAll && ids.length <= ASKED_BY_ID)
      return profileReadiness({ runId, employeeId: { $in: [...ids] } }, BY_EMPLOYEE);
    return (this.ofProfile ??= profileReadiness({ runId, ...snapshotFilter(filter) }));
  }
}

function candidates(
  evaluation: StoredPotential,
  managerPotential: number | null,
  scale: RatingScale,
): PotentialCandidates {
  const { calibratedPotential, calibratedPotentialAt, hrPotential, hrPotentialAt } = evaluation;
  return {
    calibration:
      calibratedPotential !== null && calibratedPotentialAt
        ? { potential: calibratedPotential, at: calibratedPotentialAt }
        : null,
    hr: hrPotential !== null && hrPotentialAt ? { potential: hrPotential, at: hrPotentialAt } : null,
    managerAnswers: managerPotential === null ? null : levelOfScore(managerPotential, scale),
    careerReadiness: null,
    profileReadiness: null,
  };
}

/** The index of a run's gaps by employee; without a hint a planner may choose the one by requirement. */
const BY_EMPLOYEE = { tenantId: 1, runId: 1, employeeId: 1, requirementId: 1 } as const;

/** Returns the share of met requirements by employee id, from the gaps of a run that match the filter. */
async function profileReadiness(
  gaps: QueryFilter<GapRow>,
  index?: Record<string, 1>,
): Promise<Map<string, number | null>> {
  const query = GapModel.aggregate<{ _id: { met: number; rated: number }; employeeIds: string[] }>([
    { $match: gaps },
    {
      $group: {
        _id: '$employeeId',
        rated: { $sum: 1 },
        met: { $sum: { $cond: [{ $eq: ['$gapLevel', 0] }, 1, 0] } },
      },
    },
    { $group: { _id: { met: '$met', rated: '$rated' }, employeeIds: { $push: '$_id' } } },
  ]);
  const groups = await (index ? query.hint(index) : query);
  return new Map(groups.flatMap(({ _id, employeeIds }) => employeeIds.map((id) => [id, metShare(_id)] as const)));
}
