import { addToSum } from './sums';

/** The account of the sums that count the changes of each collection. */
export const CHANGES = 'changes';

/** Counts a change of the rows of a model, in the running transaction. */
export function noteChange(modelName: string): void {
  addToSum(CHANGES, modelName, { changes: 1 });
}
