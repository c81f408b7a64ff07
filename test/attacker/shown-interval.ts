import { quarterOf } from '../../shared/evaluation/disclosure/guarded-group.rules';
import { EVALUATOR_TYPES } from '../../shared/framework/evaluator-type';
import { type EvaluatedSubject, ownMean, ratersOf, scoredItems } from './evaluated-subject';
import { ShownStatements, type View } from './shown-statements';

/** What one rater's score is assumed to be worth: published in docs/statistics.md. */
const RELIABILITY = { Self: 0.3, Manager: 0.5, Peer: 0.37, DirectReport: 0.3, Stakeholder: 0.3 };
const TINY = 1e-9;

/**
 * What an interval tells beside the rest of a view, in words; empty: nothing. The attacker works it out from the score that is shown,
 * the weights, the scale and who was asked. If it is the same, it cannot tell more than these.
 */
export function toldByInterval(subject: EvaluatedSubject, view: View): string[] {
  const { overall, interval, scorePrecision, scale } = view.body;
  const expected = overall === null ? null : intervalAround(overall, scorePrecision ?? 0, subject, view);
  const [shown, derived] = [interval, expected].map((range) => range && [range.low, range.high]);
  if (shown === null || derived === null)
    return shown === derived ? [] : [`an interval is ${shown ? 'shown' : 'missing'}`];
  const isSame = shown!.every((end, at) => Math.abs(end - clamped(derived![at] ?? 0, scale)) <= 0.005 + TINY);
  return isSame
    ? []
    : [`the interval ${shown!.join(' to ')} is not what follows from the score: ${derived!.join(' to ')}`];
}

const clamped = (value: number, { min, max }: View['body']['scale']): number => Math.min(max, Math.max(min, value));

function intervalAround(
  overall: number,
  precision: number,
  subject: EvaluatedSubject,
  view: View,
): { low: number; high: number } {
  const statements = new ShownStatements(subject, view);
  const { weights } = subject.publishings[view.publishing]!;
  const parts = EVALUATOR_TYPES.map((type) => {
    const raters = ratersOf(subject, statements.publishingOf(type), type);
    const rated = raters.filter((rater) => ownMean(subject, view.publishing, rater, scoredItems(subject)) !== null);
    return { weight: rated.length === 0 ? 0 : weights[type], raters: rated.length, error: 1 - RELIABILITY[type] };
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const spread = quarterOf(subject.content.scale);
  const squares = parts
    .filter(({ weight }) => weight > 0)
    .reduce((sum, { weight, raters, error }) => sum + ((weight / total) * spread) ** 2 * (error / raters), 0);
  const half = 1.645 * Math.sqrt(squares) + (precision > 0.01 ? precision / 2 : 0);
  return { low: overall - half, high: overall + half };
}
