/**
 * True when the new parent `newParentId` would close a loop of a manager chain or department tree: it is `id` itself or
 * one of its descendants. A parent whose own chain is a loop is refused too.
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

/** A row of a tree with its children. */
export interface TreeNode<T> {
  row: T;
  /** Employees of this node alone. */
  employeeCount: number;
  /** Employees of this node and all its descendants. */
  totalEmployeeCount: number;
  children: TreeNode<T>[];
}

/**
 * Builds the tree of rows with parent ids, siblings in the order given, in linear time and without recursion. A row
 * whose parent is missing becomes a root, and so does one row of every loop, so that no row is lost.
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

/** Returns one id of every loop; cutting the links of these ids to their parents removes all loops. Linear time. */
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
    // Meeting an id of the same walk again means that the walk is in a loop.
    if (at !== null && walkOf.get(at) === walk) cuts.add(at);
  }
  return cuts;
}

function addTotals<T>(roots: readonly TreeNode<T>[]): void {
  const order = [...roots];
  for (let at = 0; at < order.length; at += 1) for (const child of order[at]?.children ?? []) order.push(child);
  // Children come after their parents in `order`, so that the reverse order has every child's total ready.
  for (const node of order.reverse()) {
    for (const child of node.children) node.totalEmployeeCount += child.totalEmployeeCount;
  }
}
