import { type Constraint, solve } from 'yalps';

/** A sum of unknowns, each times a number, plus a constant. */
export interface Linear {
  terms: ReadonlyMap<string, number>;
  constant: number;
}

/** Something that a viewer was shown: a sum of unknown ratings lies between two numbers. */
export interface Statement {
  /** Where it was shown, and which number. */
  says: string;
  sum: Linear;
  low: number;
  high: number;
  /** Groups that it tells about although their means are hidden. */
  hiddenTypes: readonly string[];
}

export const constant = (value: number): Linear => ({ terms: new Map(), constant: value });
export const unknown = (name: string): Linear => ({ terms: new Map([[name, 1]]), constant: 0 });

/** The weighted mean of sums; null without any. */
export function weightedMean(parts: readonly { weight: number; sum: Linear }[]): Linear | null {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const terms = new Map<string, number>();
  let value = 0;
  for (const { weight, sum } of parts) {
    for (const [name, factor] of sum.terms) terms.set(name, (terms.get(name) ?? 0) + (factor * weight) / total);
    value += (sum.constant * weight) / total;
  }
  return { terms, constant: value };
}

/** One end of the interval that an unknown sum lies in, and the sum of unknowns that the statements which prove it speak of. */
export interface Bound {
  value: number;
  proof: Linear['terms'];
  because: string[];
}

const TINY = 1e-7;

/** What follows from statements about unknowns that all lie between `min` and `max`: a linear program for each question. */
export class LinearKnowledge {
  private readonly width: number;

  constructor(
    private readonly statements: readonly Statement[],
    private readonly scale: { min: number; max: number },
  ) {
    this.width = scale.max - scale.min;
  }

  /** The greatest (1) or least (-1) value that the sum can have. */
  end(sum: Linear, direction: 1 | -1): number {
    const { statements, names } = this.about(sum);
    const constraints = new Map<string, Constraint>();
    statements.forEach((statement, at) => {
      const shift = this.atMinimum(statement.sum);
      constraints.set(`s${at}`, { min: statement.low - shift, max: statement.high - shift });
    });
    const variables = names.map((name) => {
      const own = new Map([
        ['goal', sum.terms.get(name) ?? 0],
        [`b ${name}`, 1],
      ]);
      constraints.set(`b ${name}`, { max: this.width });
      statements.forEach((statement, at) => {
        const factor = statement.sum.terms.get(name);
        if (factor !== undefined) own.set(`s${at}`, factor);
      });
      return [name, own] as const;
    });
    const goal = direction === 1 ? 'maximize' : 'minimize';
    const { status, result } = solve({ direction: goal, objective: 'goal', constraints, variables });
    if (status !== 'optimal') throw new Error(`No answer (${status}): the attacker reads the numbers wrongly.`);
    return result + this.atMinimum(sum);
  }

  /** The same with a proof: the multipliers of the statements that sum up to the bound (the dual program). */
  bound(sum: Linear, direction: 1 | -1): Bound {
    const { statements, names } = this.about(sum);
    const variables: [string, Map<string, number>][] = [];
    statements.forEach(({ sum: { terms, constant: value }, low, high }, at) => {
      const shift = value + this.scale.min * total(terms);
      for (const [sign, limit] of [
        [1, high - shift],
        [-1, -(low - shift)],
      ] as const) {
        const own = new Map<string, number>([['cost', limit]]);
        for (const [name, factor] of terms) own.set(name, sign * factor);
        variables.push([`${sign} ${at}`, own]);
      }
    });
    for (const name of names)
      variables.push([
        `edge ${name}`,
        new Map([
          ['cost', this.width],
          [name, 1],
        ]),
      ]);
    const constraints = names.map((name) => [name, { min: direction * (sum.terms.get(name) ?? 0) }] as const);
    const solved = solve({ direction: 'minimize', objective: 'cost', constraints, variables });
    const proof = new Map<string, number>();
    const because = new Set<string>();
    for (const [name, multiplier] of solved.variables) {
      const [sign, at] = name.split(' ');
      const statement = sign === 'edge' ? undefined : statements[Number(at)];
      if (!statement || multiplier < TINY) continue;
      because.add(statement.says);
      for (const [term, factor] of statement.sum.terms)
        proof.set(term, (proof.get(term) ?? 0) + Number(sign) * multiplier * factor);
    }
    return {
      value: direction * solved.result + this.atMinimum(sum),
      proof: new Map([...proof].filter(([, factor]) => Math.abs(factor) > TINY)),
      because: [...because],
    };
  }

  private atMinimum({ terms, constant: value }: Linear): number {
    return value + this.scale.min * total(terms);
  }

  /** The statements that have to do with a sum, also by way of others, and the unknowns in them. */
  private about({ terms }: Linear): { statements: readonly Statement[]; names: readonly string[] } {
    const names = new Set(terms.keys());
    const found = new Set<Statement>();
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const statement of this.statements) {
        if (found.has(statement) || ![...statement.sum.terms.keys()].some((name) => names.has(name))) continue;
        found.add(statement);
        for (const name of statement.sum.terms.keys()) names.add(name);
      }
    }
    return { statements: [...found], names: [...names] };
  }
}

const total = (terms: Linear['terms']): number => [...terms.values()].reduce((sum, factor) => sum + factor, 0);
