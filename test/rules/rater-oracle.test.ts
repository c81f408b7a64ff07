import { Dice } from '../../api/insight/statistics/dice.rules';
import { type RaterReport, RaterTally, type Rating } from '../../api/insight/statistics/rater.rules';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ItemType, type TemplateContent } from '../../shared/framework/template.rules';
import { type CycleStatistics, CycleStatisticsTally } from '../../shared/insight/statistics/cycle-statistics.rules';
import { groupBy } from '../../shared/kernel/group-by';
import { Chance } from '../attacker/random-subject';
import { rated, ratingItem, templateOf } from './evaluation.fixtures';

/*
 * The statistics of docs/statistics.md once more, as slowly and plainly as they are written there, against those of the service
 * over random cycles; and what they make of raters who throw dice.
 */

const { Self, Manager, Peer, DirectReport, Stakeholder } = EvaluatorType;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));

/** The score of one evaluation: its items weigh alike. */
const scoreOf = ({ answers }: Pick<Rating, 'answers'>): number | null => {
  const scores = answers.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? null : mean(scores);
};

/** Every evaluation with a score. */
const scored = (rows: readonly Rating[]): { row: Rating; score: number }[] =>
  rows.flatMap((row) => {
    const score = scoreOf(row);
    return row.status === ParticipantStatus.Submitted && score !== null ? [{ row, score }] : [];
  });

/** By subject: what the rater gave as this type less the mean of those whom the type is compared with. */
function differencesOf(rows: readonly Rating[], evaluatorId: string, type: EvaluatorType): number[] {
  const all = scored(rows);
  return all
    .filter(({ row }) => row.evaluatorId === evaluatorId && row.evaluatorType === type)
    .flatMap(({ row, score }) => {
      const others = all.filter(
        (other) =>
          other.row.subjectId === row.subjectId &&
          other.row !== row &&
          (type === Manager ? other.row.evaluatorType !== Self : other.row.evaluatorType === type),
      );
      return others.length === 0 ? [] : [score - mean(others.map((other) => other.score))];
    });
}

const managersOf = (rows: readonly Rating[]): string[] => [
  ...new Set(rows.filter(({ evaluatorType }) => evaluatorType === Manager).map(({ evaluatorId }) => evaluatorId)),
];

function usualOf(rows: readonly Rating[]): number | null {
  const means = managersOf(rows)
    .map((id) => differencesOf(rows, id, Manager))
    .filter(({ length }) => length > 0)
    .map(mean);
  return means.length === 0 ? null : mean(means);
}

function leniencyOf(rows: readonly Rating[], evaluatorId: string): RaterReport['raters'][number]['byType'] {
  return [Manager, Peer, DirectReport, Stakeholder]
    .filter((type) => scored(rows).some(({ row }) => row.evaluatorId === evaluatorId && row.evaluatorType === type))
    .map((evaluatorType) => {
      const differences = differencesOf(rows, evaluatorId, evaluatorType);
      const n = differences.length;
      if (n === 0) return { evaluatorType, subjects: 0, leniency: null, leniencyInterval: null };
      const usual = evaluatorType === Manager ? (usualOf(rows) ?? 0) : 0;
      const center = mean(differences) - usual;
      const half = (1.96 * deviation(differences)) / Math.sqrt(n);
      const shrink = (value: number) => (value * n) / (n + 5);
      return {
        evaluatorType,
        subjects: n,
        leniency: shrink(center),
        leniencyInterval: n < 2 ? null : { low: shrink(center - half), high: shrink(center + half) },
      };
    });
}

/** Every throw of the dice, one after the other. */
function throwsOf(dice: number, faces: number): number[][] {
  if (dice === 0) return [[]];
  return throwsOf(dice - 1, faces).flatMap((rest) => Array.from({ length: faces }, (_, face) => [...rest, face]));
}

const distanceOfDice = (others: number, faces: number): number =>
  mean(throwsOf(others + 1, faces).map(([own = 0, ...rest]) => Math.abs(own - mean(rest))));

function agreementOf(rows: readonly Rating[], evaluatorId: string, faces: number): number | null {
  let [distance, dice] = [0, 0];
  for (const { row } of scored(rows).filter((own) => own.row.evaluatorId === evaluatorId))
    for (const { itemId, score } of row.answers) {
      const others = rows
        .filter((other) => other !== row && other.subjectId === row.subjectId)
        .filter((other) => other.evaluatorType === row.evaluatorType && other.status === ParticipantStatus.Submitted)
        .flatMap((other) => other.answers.filter((answer) => answer.itemId === itemId))
        .flatMap((answer) => answer.score ?? []);
      if (score === null || others.length === 0) continue;
      distance += Math.abs(score - mean(others));
      dice += distanceOfDice(others.length, faces);
    }
  return dice === 0 ? null : 1 - distance / dice;
}

const ITEMS = ['a', 'b', 'c'];

/** Subjects with a manager of three, up to three raters of each other type, and some items and evaluations left out. */
function randomCycle(seed: number): { rows: Rating[]; content: TemplateContent } {
  const chance = new Chance(seed);
  const scale = chance.pick([
    { min: 1, max: 5 },
    { min: 0, max: 3 },
    { min: 1, max: 4 },
  ]);
  const rows = Array.from({ length: 8 }, (_, at) => `s${at}`).flatMap((subjectId) => {
    const raters = [
      ...(chance.isLucky(0.8) ? [{ id: subjectId, type: Self }] : []),
      ...(chance.isLucky(0.8) ? [{ id: `m${chance.whole(1, 3)}`, type: Manager }] : []),
      ...[Peer, DirectReport, Stakeholder].flatMap((type, at) => {
        const first = chance.whole(0, 5);
        return Array.from({ length: chance.whole(0, 3) }, (_, n) => ({ id: `r${at}${(first + n) % 6}`, type }));
      }),
    ];
    return raters.map(({ id, type }): Rating => {
      const answers = ITEMS.map((item) => rated(item, chance.isLucky(0.8) ? chance.whole(scale.min, scale.max) : null));
      const status = chance.isLucky(0.85) ? ParticipantStatus.Submitted : ParticipantStatus.InProgress;
      return { evaluatorId: id, subjectId, evaluatorType: type, status, answers, score: scoreOf({ answers }) };
    });
  });
  const content = { ...templateOf(...ITEMS.map((id) => ratingItem(id))), scale: { ...scale, labels: [] } };
  return { rows, content };
}

const reportOf = (rows: readonly Rating[], content: TemplateContent): RaterReport => {
  const tally = new RaterTally(content);
  for (const ofSubject of groupBy(rows, ({ subjectId }) => subjectId).values()) tally.addSubject(ofSubject);
  return tally.report(statisticsOf(rows).usualOfManagers);
};

function statisticsOf(rows: readonly Rating[]): CycleStatistics {
  const tally = new CycleStatisticsTally();
  for (const row of rows) if (row.status === ParticipantStatus.Submitted) tally.add({ ...row, score: scoreOf(row) });
  return tally.report();
}

/** Numbers that are equal up to the noise of doubles. */
const close = (value: unknown): unknown =>
  typeof value === 'number'
    ? expect.closeTo(value, 9)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, close(inner)]))
      : value;

test.each(Array.from({ length: 25 }, (_, seed) => seed))('the raters of random cycle %i', (seed) => {
  const { rows, content } = randomCycle(seed);
  const { raters } = reportOf(rows, content);
  const faces = content.scale.max - content.scale.min + 1;
  expect(raters.length).toBe(new Set(scored(rows).map(({ row }) => row.evaluatorId)).size);
  for (const { evaluatorId, byType, leniency, agreement } of raters) {
    const expected = leniencyOf(rows, evaluatorId);
    expect(byType).toEqual(expected.map(close));
    const compared = expected.filter(({ subjects }) => subjects > 0);
    const subjects = compared.flatMap((ofType) => Array<number>(ofType.subjects).fill(ofType.leniency ?? 0));
    expect(leniency).toEqual(subjects.length === 0 ? null : close(mean(subjects)));
    const ofDice = agreementOf(rows, evaluatorId, faces);
    expect(agreement).toEqual(ofDice === null ? null : close(ofDice));
  }
  expect(statisticsOf(rows).usualOfManagers).toEqual(close(usualOf(rows)));
});

test.each([
  [1, 5],
  [2, 5],
  [4, 5],
  [3, 7],
  [5, 2],
])('a die and the mean of %i others with %i faces: every throw counted', (others, faces) => {
  expect(new Dice(faces).distance(others)).toBeCloseTo(distanceOfDice(others, faces), 12);
});

describe('raters who throw dice agree by 0 ± 0.02', () => {
  test.each([
    [2, { min: 1, max: 5 }],
    [3, { min: 0, max: 10 }],
    [6, { min: 1, max: 4 }],
  ])('%i raters on the scale %j', (count, range) => {
    const chance = new Chance(count);
    const items = Array.from({ length: 10 }, (_, at) => ratingItem(`i${at}`, { type: ItemType.Rating }));
    const tally = new RaterTally({ ...templateOf(...items), scale: { ...range, labels: [] } });
    for (let subject = 0; subject < 1_500; subject += 1)
      tally.addSubject(
        Array.from({ length: count }, (_, at) => {
          const answers = items.map(({ id }) => rated(id, chance.whole(range.min, range.max)));
          return {
            evaluatorId: `r${at}`,
            subjectId: `s${subject}`,
            evaluatorType: Peer,
            status: ParticipantStatus.Submitted,
            answers,
            score: scoreOf({ answers }),
          };
        }),
      );
    for (const { agreement } of tally.report(null).raters) expect(Math.abs(agreement ?? 1)).toBeLessThan(0.02);
  });
});
