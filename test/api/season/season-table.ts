import type { EvaluatorType } from '../../../shared/framework/evaluator-type';

/** What one row of the cycle is expected to be: `void` rows are withdrawn. */
export type Part = 'open' | 'submitted' | 'void';

/** The one table of a season: who evaluates whom, who is asked and who counts. Tests write it by hand after each event. */
export class SeasonTable {
  /** `subject < evaluator` to the type and the state. */
  private readonly parts = new Map<string, { subject: string; evaluator: string; type: EvaluatorType; part: Part }>();
  /** Subjects whose evaluation is withdrawn. */
  readonly left = new Set<string>();
  /** Evaluators who are not reminded: OnLeave. */
  readonly away = new Set<string>();

  set(type: EvaluatorType, part: Part, ...pairs: `${string} < ${string}`[]): void {
    for (const pair of pairs) {
      const [subject = '', evaluator = ''] = pair.split(' < ');
      this.parts.set(pair, { subject, evaluator, type, part });
    }
  }

  /** Rows that are there already become so. */
  become(part: Part, ...pairs: `${string} < ${string}`[]): void {
    for (const pair of pairs) {
      const found = this.parts.get(pair);
      if (!found) throw new Error(`No row ${pair}.`);
      found.part = part;
    }
  }

  remove(...pairs: `${string} < ${string}`[]): void {
    for (const pair of pairs) if (!this.parts.delete(pair)) throw new Error(`No row ${pair}.`);
  }

  /** Every row as HR lists it: `subject < evaluator type state`. */
  listed(): string[] {
    return this.rows().map(({ subject, evaluator, type, part }) => `${subject} < ${evaluator} ${type} ${part}`);
  }

  /** Rows that an evaluator is shown. */
  shownTo(person: string): string[] {
    return this.rows()
      .filter(({ evaluator, part }) => evaluator === person && part !== 'void')
      .map(({ subject, part }) => `${subject} ${part}`);
  }

  /** How many rows each evaluator is asked for. */
  asked(): Map<string, number> {
    const asked = new Map<string, number>();
    for (const { evaluator, part } of this.rows())
      if (part === 'open') asked.set(evaluator, (asked.get(evaluator) ?? 0) + 1);
    return asked;
  }

  /** Subjects who count, by name. */
  subjects(): string[] {
    return [...new Set(this.rows().map(({ subject }) => subject))].filter((subject) => !this.left.has(subject));
  }

  /** `submitted of total` of one subject, and of all who count. */
  progressOf(subject: string): { submitted: number; total: number } {
    return tally(this.rows().filter((row) => row.subject === subject));
  }

  progress(type?: EvaluatorType): { submitted: number; total: number } {
    return tally(this.rows().filter((row) => !this.left.has(row.subject) && (type === undefined || row.type === type)));
  }

  private rows(): { subject: string; evaluator: string; type: EvaluatorType; part: Part }[] {
    return [...this.parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }
}

function tally(rows: readonly { part: Part }[]): { submitted: number; total: number } {
  return {
    submitted: rows.filter(({ part }) => part === 'submitted').length,
    total: rows.filter(({ part }) => part !== 'void').length,
  };
}
