import { type EvaluatedSubject, truthOf } from './evaluated-subject';
import { ShownStatements, type View } from './shown-statements';

/**
 * What a comparison tells that does not follow from the figures of its view, in words; empty: nothing. What follows from them is read
 * by `ShownStatements`.
 */
export function toldByComparison(subject: EvaluatedSubject, view: View): string[] {
  const statements = new ShownStatements(subject, view);
  return view.comparison.competencies.flatMap(({ competencyId, others, difference }) => {
    const shown = statements.about(competencyId);
    const expected = shown.others && truthOf(subject, shown.others);
    const expectedDifference = shown.self === null || expected === null ? null : shown.self - expected;
    const isSame = isRounded(others, expected) && isRounded(difference, expectedDifference);
    return isSame ? [] : [`others about ${competencyId} are ${others}, by what is shown ${expected}`];
  });
}

/** Whether a figure is this value with two decimals. */
const isRounded = (figure: number | null, value: number | null): boolean =>
  figure === null || value === null ? figure === value : Math.abs(figure - value) <= 0.005 + 1e-9;
