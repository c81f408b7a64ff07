/**
 * True when giving `id` the parent `newParentId` would close a loop of a manager chain or department tree: the new parent is
 * `id` itself or stands below it. A parent whose own chain already runs in a loop is refused too.
 */
export function wouldCreateLoop(
  parentOf: ReadonlyMap<string, string | null>,
  id: string,
  newParentId: string | null,
): boolean {
  const seen = new Set([id]);
  for (let at: string | null = newParentId; at !== null; at = parentOf.get(at) ?? null) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** A row of a tree with the rows below it. */
export interface TreeNode<T> {
  row: T;
  /** Employees of this very node. */
  employeeCount: number;
  /** Employees of this node and of everything below it. */
  totalEmployeeCount: number;
  children: TreeNode<T>[];
}

/**
 * Tree of rows that name their parents, siblings in the order given, in linear time and without recursion. A row whose
 * parent is missing becomes a root, and so does one row of every loop: no row is ever lost.
 */
export function buildTree<T extends { id: string; parentId: string | null }>(
  rows: readonly T[],
  employeesOf: ReadonlyMap<string, number>,
): TreeNode<T>[] {
  const nodes = new Map<string, TreeNode<T>>();
  for (const row of rows) {
    const employeeCount = employeesOf.get(row.id) ?? 0;
    nodes.set(row.id, { row, employeeCount, totalEmployeeCount: employeeCount, children: [] });
  }
  const roots: TreeNode<T>[] = [];
  const cut = loopCuts(new Map(rows.map((row) => [row.id, row.parentId])));
  for (const node of nodes.values()) {
    const parent = cut.has(node.row.id) ? undefined : nodes.get(node.row.parentId ?? '');
    (parent?.children ?? roots).push(node);
  }
  addTotals(roots);
  return roots;
}

/** One id of every loop, whose link to its parent must be cut to have no loops left; in linear time. */
export function loopCuts(parentOf: ReadonlyMap<string, string | null>): Set<string> {
  const walkOf = new Map<string, number>();
  const cuts = new Set<string>();
  let walk = 0;
  for (const start of parentOf.keys()) {
    walk += 1;
    let at: string | null = start;
    while (at !== null && parentOf.has(at) && !walkOf.has(at)) {
      walkOf.set(at, walk);
      at = parentOf.get(at) ?? null;
    }
    // Meeting an id of this same walk again means that the walk ran into a loop.
    if (at !== null && walkOf.get(at) === walk) cuts.add(at);
  }
  return cuts;
}

function addTotals<T>(roots: readonly TreeNode<T>[]): void {
  const order = [...roots];
  for (let at = 0; at < order.length; at += 1) for (const child of order[at]?.children ?? []) order.push(child);
  // Children stand behind their parents in `order`, so that walking back sees every child's total finished.
  for (const node of order.reverse()) {
    for (const child of node.children) node.totalEmployeeCount += child.totalEmployeeCount;
  }
}
