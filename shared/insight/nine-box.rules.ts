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

/** The source of a potential score, in order of precedence. */
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
  /** Only an estimate is known, and the organization leaves estimates out. */
  EstimateLeftOut = 'EstimateLeftOut',
}

/** Bounds of the levels, from 1 to 5: Low below `lowBelow`, High from `highFrom` on, Medium between. */
export interface NineBoxThresholds {
  /** @example 2.5 */
  lowBelow: number;
  /** @example 4 */
  highFrom: number;
}

/** How an organization places people: the bounds, and whether an estimated potential counts (omitted: it does). */
export interface NineBoxSettings extends NineBoxThresholds {
  estimates?: boolean;
}

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

export interface SetPotential {
  potential: number;
  at: Date;
}

/** The potential of a subject by source, 1 to 5 on every scale; null means unknown, readiness is a share 0..1. */
export interface PotentialCandidates {
  calibration: SetPotential | null;
  hr: SetPotential | null;
  managerAnswers: number | null;
  /** Readiness for the next step of the career path. */
  careerReadiness: number | null;
  /** Share of the current profile's rated requirements that are met. */
  profileReadiness: number | null;
}

/** A potential score, unrounded, and its source. */
export interface Potential {
  /** 1 to 5. */
  score: number;
  source: PotentialSource;
}

/** The box of a subject; the scores are unrounded. */
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

/** Returns the level of an unrounded score from 1 to 5. */
export function nineBoxLevel(score: number, thresholds: NineBoxThresholds): NineBoxLevel {
  if (!reaches(score, thresholds.lowBelow)) return NineBoxLevel.Low;
  return reaches(score, thresholds.highFrom) ? NineBoxLevel.High : NineBoxLevel.Medium;
}

const RANK: Record<NineBoxLevel, number> = { [NineBoxLevel.Low]: 0, [NineBoxLevel.Medium]: 1, [NineBoxLevel.High]: 2 };

/** Returns the index 0..8 of the box: potential x 3 + performance. */
export function boxIndex(performance: NineBoxLevel, potential: NineBoxLevel): number {
  return RANK[potential] * 3 + RANK[performance];
}

/**
 * Returns the potential that counts: the newer of calibration and HR (at the same instant calibration), else the managers'
 * answers, else readiness for the next career step, else the share of met requirements; null when all are unknown.
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

/** Converts a share of met requirements to a potential: 0 is the lowest level, 1 the highest. */
function potentialOfShare(share: number): number {
  return MIN_LEVEL + (MAX_LEVEL - MIN_LEVEL) * share;
}

/** Returns the share 0..1 of rated requirements that are met (gap level 0); null without any. */
export function metShare({ met, rated }: { met: number; rated: number }): number | null {
  return rated === 0 ? null : met / rated;
}

/** Whether no one has judged the potential: it is calculated from met requirements. */
export function isEstimate(source: PotentialSource): boolean {
  return source === PotentialSource.CareerReadiness || source === PotentialSource.ProfileReadiness;
}

/**
 * Returns the box of a subject, or why it has none: no effective score, no potential, or an estimate that is left out. The effective score is
 * converted from its `scale` to a level.
 */
export function placeInNineBox(
  effective: number | null,
  potential: Potential | null,
  settings: NineBoxSettings,
  scale: Pick<RatingScale, 'min' | 'max'>,
): NineBoxPlacement | UnplacedReason {
  if (effective === null) return UnplacedReason.NoScore;
  if (potential === null) return UnplacedReason.NoPotential;
  if (settings.estimates === false && isEstimate(potential.source)) return UnplacedReason.EstimateLeftOut;
  const performanceLevel = nineBoxLevel(levelOfScore(effective, scale), settings);
  const potentialLevel = nineBoxLevel(potential.score, settings);
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
