import { scoreDistribution, type ScoreDistribution } from '../../../shared/evaluation/score-distribution.rules';
import { round2 } from '../../../shared/evaluation/score.rules';
import type { RatingScale } from '../../../shared/framework/template.rules';
import {
  BOX_LABELS,
  choosePotential,
  type NineBoxSettings,
  placeInNineBox,
  type PotentialSource,
  type PotentialCandidates,
} from '../../../shared/insight/nine-box.rules';

/** A subject, and its entry in the session; null without an entry. */
export interface PreviewedSubject {
  id: string;
  name: string;
  effective: number | null;
  potentials: PotentialCandidates;
  entry: { calibrated: number; potential: number | null } | null;
}

/** A place in the nine-box, scores unrounded; null means unknown. */
export interface PreviewedPlace {
  effective: number | null;
  potential: number | null;
  potentialSource: PotentialSource | null;
  box: number | null;
}

/** The place of a subject now, and with the session applied. */
export interface PlaceComparison {
  id: string;
  name: string;
  before: PreviewedPlace;
  after: PreviewedPlace;
}

/** Subjects who move from one box to another; null means no box. */
export interface BoxMove {
  from: number | null;
  to: number | null;
  subjects: { id: string; name: string }[];
}

/** The changes that applying a session would make. */
export interface CalibrationPreview {
  /** Subjects with an entry. */
  entries: number;
  /** Subjects with an entry whose rounded effective score changes. */
  changed: number;
  before: ScoreDistribution;
  after: ScoreDistribution;
  /** Subjects per box 0..8. */
  boxesBefore: number[];
  boxesAfter: number[];
  /** By box of origin, then of destination; null last. */
  moves: BoxMove[];
  /** Every subject, in the order given. */
  places: PlaceComparison[];
}

/**
 * Returns the score distribution and nine-box of these subjects now, and with the session applied at `at`, later than
 * all potentials. Without settings (gaps were never calculated) no one has a box.
 */
export function calibrationPreview(
  subjects: readonly PreviewedSubject[],
  scale: Pick<RatingScale, 'min' | 'max'>,
  settings: NineBoxSettings | null,
  at: Date,
): CalibrationPreview {
  const boxesBefore = BOX_LABELS.map(() => 0);
  const boxesAfter = BOX_LABELS.map(() => 0);
  const moves = new Map<string, BoxMove>();
  const places = subjects.map((subject): PlaceComparison => {
    const { id, name, effective, potentials, entry } = subject;
    return {
      id,
      name,
      before: placeOf(effective, potentials, settings, scale),
      after: placeOf(entry?.calibrated ?? effective, potentialsAfter(subject, at), settings, scale),
    };
  });
  for (const { id, name, before, after } of places) {
    const [from, to] = [before.box, after.box];
    count(boxesBefore, from);
    count(boxesAfter, to);
    if (from === to) continue;
    const move = moves.get(`${from}-${to}`) ?? { from, to, subjects: [] };
    moves.set(`${from}-${to}`, move);
    move.subjects.push({ id, name });
  }
  const withEntry = subjects.filter(({ entry }) => entry !== null);
  return {
    entries: withEntry.length,
    changed: withEntry.filter(({ entry, effective }) => effective === null || entry?.calibrated !== round2(effective))
      .length,
    before: scoreDistribution(
      places.map(({ before }) => before.effective),
      scale,
    ),
    after: scoreDistribution(
      places.map(({ after }) => after.effective),
      scale,
    ),
    boxesBefore,
    boxesAfter,
    moves: [...moves.values()].sort((a, b) => order(a.from) - order(b.from) || order(a.to) - order(b.to)),
    places,
  };
}

function potentialsAfter({ potentials, entry }: PreviewedSubject, at: Date): PotentialCandidates {
  const potential = entry?.potential ?? null;
  return potential === null ? potentials : { ...potentials, calibration: { potential, at } };
}

function placeOf(
  effective: number | null,
  potentials: PotentialCandidates,
  settings: NineBoxSettings | null,
  scale: Pick<RatingScale, 'min' | 'max'>,
): PreviewedPlace {
  const potential = choosePotential(potentials);
  const placement = settings && placeInNineBox(effective, potential, settings, scale);
  const box = placement === null || typeof placement === 'string' ? null : placement.box;
  return { effective, potential: potential?.score ?? null, potentialSource: potential?.source ?? null, box };
}

function count(boxes: number[], box: number | null): void {
  if (box !== null) boxes[box] = (boxes[box] ?? 0) + 1;
}

const order = (box: number | null): number => box ?? BOX_LABELS.length;
