import type { ImportRow } from '../../shared/jobs/import-result';
import { warnOfRow } from '../../shared/kernel/csv-cells.rules';
import { loopCuts } from '../../shared/people/hierarchy.rules';
import { LOOP, managersFirst } from './employee-import.rules';

/** Someone whose row gives them a manager. */
export interface ManagerMove {
  id: string;
  managerId: string | null;
  /** The manager whom they keep when the new one would close a loop. */
  before: string | null;
  report: ImportRow;
}

/** Passes in which loops are cut one row at a time; each row that keeps its manager may close another loop. */
const MAX_PASSES = 50;

/**
 * Lets the first row of every loop keep its manager, with a warning, until no loop is left. People may change places in any order of
 * rows: only how all of them end counts. `managerOf` has the managers of everyone else.
 */
export function cutMoveLoops(moves: readonly ManagerMove[], managerOf: ReadonlyMap<string, string | null>): void {
  const open = new Map(moves.map((move) => [move.id, move]));
  const end = new Map<string, string | null>(moves.map(({ id, managerId }) => [id, managerId]));
  for (const [id, managerId] of managerOf) if (!end.has(id)) end.set(id, managerId);
  const keep = (move: ManagerMove): void => {
    open.delete(move.id);
    if (move.managerId === move.before) return;
    move.managerId = move.before;
    end.set(move.id, move.before);
    warnOfRow(move.report, LOOP);
  };
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const firsts = [...loopCuts(end)].flatMap((id) => firstMove(id, end, open) ?? []);
    if (firsts.length === 0) return;
    for (const move of firsts) keep(move);
  }
  for (const move of open.values()) keep(move);
}

/** The move of the first row in the loop that contains this person; undefined in one that was there before. */
function firstMove(
  start: string,
  managerOf: ReadonlyMap<string, string | null>,
  open: ReadonlyMap<string, ManagerMove>,
): ManagerMove | undefined {
  let first: ManagerMove | undefined;
  let at = start;
  do {
    const move = open.get(at);
    if (move && move.managerId !== move.before && (!first || move.report.row < first.report.row)) first = move;
    at = managerOf.get(at) ?? start;
  } while (at !== start);
  return first;
}

/**
 * Orders changed people so that whoever is above them in the end comes first: after each of them the stored managers form no loop.
 * `managerOf` has everyone's managers in the end.
 */
export function fromTheTop<T extends { id: string }>(
  changed: readonly T[],
  managerOf: ReadonlyMap<string, string | null>,
): T[] {
  const open = new Map(changed.map((each) => [each.id, each]));
  const everyone = [...managerOf].map(([id, managerId]) => ({ id, managerId }));
  const ordered = managersFirst(everyone).flatMap(({ id }) => {
    const each = open.get(id);
    open.delete(id);
    return each ? [each] : [];
  });
  // Those in a loop that was stored before are below no one.
  return [...ordered, ...open.values()];
}
