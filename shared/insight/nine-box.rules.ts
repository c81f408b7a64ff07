import { reaches } from '../evaluation/score.rules';
import { levelOfScore, MAX_LEVEL, MIN_LEVEL } from '../framework/level.rules';
import type { RatingScale } from '../framework/template.rules';

// docs/specification.md, "Nine-box"

/** Level on one axis of the nine-box. */
export enum NineBoxLevel {
  Low = 'Low',
  Medium = 'Medium',
  High = 'High',
}

/** Where a potential score comes from, the strongest source first. */
export enum PotentialSource {
  Calibration = 'Calibration',
  Hr = 'Hr',
  Manager = 'Manager',
  CareerReadiness = 'CareerReadiness',
  ProfileReadiness = 'ProfileReadiness',
}

/** Why a subject has no box. */
export enum UnplacedReason {
  NoScore = 'NoScore',
  NoPotential = 'NoPotential',
}

/** Bounds of the levels, from 1 to 5: Low below `lowBelow`, High from `highFrom` on, Medium between. */
export interface NineBoxThresholds {
  /** @example 2.5 */
  lowBelow: number;
  /** @example 4 */
  highFrom: number;
}

/** The thresholds of a tenant that sets none. */
export const DEFAULT_THRESHOLDS: Readonly<NineBoxThresholds> = { lowBelow: 2.5, highFrom: 4 };

/** Labels by box index 0..8: performance rises along a row, potential from row to row. */
export const BOX_LABELS: readonly string[] = [
  'Riesgo',
  'Efectivo',
  'Profesional confiable',
  'Dilema',
  'Empleado clave',
  'Alto desempeño',
  'Talento en riesgo',
  'Alto potencial',
  'Estrella',
];

/** A potential that someone set, and when. */
export interface SetPotential {
  potential: number;
  at: Date;
}

/** What is known of a subject's potential, 1 to 5 on every scale; a null is unknown, readiness is a share 0..1. */
export interface PotentialCandidates {
  calibration: SetPotential | null;
  hr: SetPotential | null;
  managerAnswers: number | null;
  /** Readiness for the next step of the career path. */
  careerReadiness: number | null;
  /** Share of the current profile's requirements with data that are met. */
  profileReadiness: number | null;
}

/** A potential score, unrounded, and its source. */
export interface Potential {
  /** 1 to 5. */
  score: number;
  source: PotentialSource;
}

/** A subject's cell of the nine-box; the scores are unrounded. */
export interface NineBoxPlacement {
  /** On the scale of the template. */
  performanceScore: number;
  /** 1 to 5. */
  potentialScore: number;
  potentialSource: PotentialSource;
  performanceLevel: NineBoxLevel;
  potentialLevel: NineBoxLevel;
  box: number;
  boxLabel: string;
}

/** Level of an unrounded score from 1 to 5. */
export function nineBoxLevel(score: number, thresholds: NineBoxThresholds): NineBoxLevel {
  if (!reaches(score, thresholds.lowBelow)) return NineBoxLevel.Low;
  return reaches(score, thresholds.highFrom) ? NineBoxLevel.High : NineBoxLevel.Medium;
}

const RANK: Record<NineBoxLevel, number> = { [NineBoxLevel.Low]: 0, [NineBoxLevel.Medium]: 1, [NineBoxLevel.High]: 2 };

/** Index 0..8 of the cell: potential x 3 + performance. */
export function boxIndex(performance: NineBoxLevel, potential: NineBoxLevel): number {
  return RANK[potential] * 3 + RANK[performance];
}

/**
 * The potential that counts: the newer of calibration and HR (calibration at the same instant), else the manager's answers,
 * else readiness for the next career step, else the share of met requirements; null when nothing is known.
 */
export function choosePotential(candidates: PotentialCandidates): Potential | null {
  const { calibration, hr, managerAnswers, careerReadiness, profileReadiness } = candidates;
  if (calibration && !(hr && hr.at > calibration.at)) {
    return { score: calibration.potential, source: PotentialSource.Calibration };
  }
  if (hr) return { score: hr.potential, source: PotentialSource.Hr };
  if (managerAnswers !== null) return { score: managerAnswers, source: PotentialSource.Manager };
  if (careerReadiness !== null)
    return { score: potentialOfShare(careerReadiness), source: PotentialSource.CareerReadiness };
  if (profileReadiness !== null)
    return { score: potentialOfShare(profileReadiness), source: PotentialSource.ProfileReadiness };
  return null;
}

/** The potential that a share of met requirements stands for: 0 is the lowest level, 1 the highest. */
function potentialOfShare(share: number): number {
  return MIN_LEVEL + (MAX_LEVEL - MIN_LEVEL) * share;
}

/** Share 0..1 of the requirements with data (`rated`) that are met, which have a gap level of 0; null without data. */
export function metShare({ met, rated }: { met: number; rated: number }): number | null {
  return rated === 0 ? null : met / rated;
}

/**
 * Cell of a subject, or the reason why it has none: no effective score, or no potential. The effective score is carried
 * from its `scale` to a level; potential is one already.
 */
export function placeInNineBox(
  effective: number | null,
  potential: Potential | null,
  thresholds: NineBoxThresholds,
  scale: Pick<RatingScale, 'min' | 'max'>,
): NineBoxPlacement | UnplacedReason {
  if (effective === null) return UnplacedReason.NoScore;
  if (potential === null) return UnplacedReason.NoPotential;
  const performanceLevel = nineBoxLevel(levelOfScore(effective, scale), thresholds);
  const potentialLevel = nineBoxLevel(potential.score, thresholds);
  const box = boxIndex(performanceLevel, potentialLevel);
  return {
    performanceScore: effective,
    potentialScore: potential.score,
    potentialSource: potential.source,
    performanceLevel,
    potentialLevel,
    box,
    boxLabel: BOX_LABELS[box] ?? '',
  };
}
