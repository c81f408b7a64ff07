import { round2 } from '../evaluation/score.rules';
import type { RatingScale } from '../framework/template.rules';
import {
  BOX_LABELS,
  choosePotential,
  type NineBoxThresholds,
  placeInNineBox,
  type PotentialCandidates,
} from './nine-box.rules';
import { scoreDistribution, type ScoreDistribution } from './score-distribution.rules';

/** A subject as it stands, and what the session says of it; null without an entry. */
export interface PreviewedSubject {
  id: string;
  name: string;
  effective: number | null;
  potentials: PotentialCandidates;
  entry: { calibrated: number; potential: number | null } | null;
}

/** Subjects who go from one box to another; null is no box. */
export interface BoxMove {
  from: number | null;
  to: number | null;
  subjects: { id: string; name: string }[];
}

/** What applying a session would change. */
export interface CalibrationPreview {
  /** Subjects with an entry. */
  entries: number;
  /** Those of them whose effective score changes, as it is shown. */
  changed: number;
  before: ScoreDistribution;
  after: ScoreDistribution;
  /** Subjects per box 0..8. */
  boxesBefore: number[];
  boxesAfter: number[];
  /** By box of origin, then of destination; those without a box last. */
  moves: BoxMove[];
}

/**
 * The score distribution and the nine-box of these subjects as they are, and as they would be with the session applied at
 * `at`, the newest of all potentials. Without thresholds (no gaps were calculated yet) nobody has a box.
 */
export function calibrationPreview(
  subjects: readonly PreviewedSubject[],
  scale: Pick<RatingScale, 'min' | 'max'>,
  thresholds: NineBoxThresholds | null,
  at: Date,
): CalibrationPreview {
  const boxesBefore = BOX_LABELS.map(() => 0);
  const boxesAfter = BOX_LABELS.map(() => 0);
  const moves = new Map<string, BoxMove>();
  const effectiveAfter = (subject: PreviewedSubject): number | null => subject.entry?.calibrated ?? subject.effective;
  for (const subject of subjects) {
    if (!thresholds) break;
    const from = boxOf(subject.effective, subject.potentials, thresholds);
    const to = boxOf(effectiveAfter(subject), potentialsAfter(subject, at), thresholds);
    count(boxesBefore, from);
    count(boxesAfter, to);
    if (from === to) continue;
    const move = moves.get(`${from}-${to}`) ?? { from, to, subjects: [] };
    moves.set(`${from}-${to}`, move);
    move.subjects.push({ id: subject.id, name: subject.name });
  }
  const withEntry = subjects.filter(({ entry }) => entry !== null);
  return {
    entries: withEntry.length,
    changed: withEntry.filter(({ entry, effective }) => effective === null || entry?.calibrated !== round2(effective))
      .length,
    before: scoreDistribution(
      subjects.map(({ effective }) => effective),
      scale,
    ),
    after: scoreDistribution(subjects.map(effectiveAfter), scale),
    boxesBefore,
    boxesAfter,
    moves: [...moves.values()].sort((a, b) => order(a.from) - order(b.from) || order(a.to) - order(b.to)),
  };
}

function potentialsAfter({ potentials, entry }: PreviewedSubject, at: Date): PotentialCandidates {
  const potential = entry?.potential ?? null;
  return potential === null ? potentials : { ...potentials, calibration: { potential, at } };
}

function boxOf(
  effective: number | null,
  potentials: PotentialCandidates,
  thresholds: NineBoxThresholds,
): number | null {
  const placement = placeInNineBox(effective, choosePotential(potentials), thresholds);
  return typeof placement === 'string' ? null : placement.box;
}

function count(boxes: number[], box: number | null): void {
  if (box !== null) boxes[box] = (boxes[box] ?? 0) + 1;
}

const order = (box: number | null): number => box ?? BOX_LABELS.length;
