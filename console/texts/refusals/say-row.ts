import type { components } from '../../../build/openapi/internal';
import type { SayRefusal } from './refusal-translator';

type ImportRow = components['schemas']['ImportRow'];

/** A sentence about a row. */
export interface SaidProblem {
  text: string;
  /** Of the cell that it is about, when it is one. */
  column?: string;
  code?: string;
}

/** Why a row of an import was not taken as it is, sentence by sentence: first its problems, then its warnings. */
export function sayRow({ message, reasons, warnings, warningReasons }: ImportRow, say: SayRefusal): SaidProblem[] {
  const problems = reasons && reasons.length > 0 ? reasons : message === null ? [] : [message];
  const cautions = warningReasons && warningReasons.length > 0 ? warningReasons : warnings;
  return [...problems, ...cautions].map((part) =>
    typeof part === 'string' ? { text: part } : { text: say(part.message, part), column: part.column, code: part.code },
  );
}
