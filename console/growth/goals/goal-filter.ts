import type { GoalNode } from '../goal/goal';

export interface GoalFilter {
  /** Part of the title, of the owner's or of the department's name. */
  search: string;
  level: string;
  status: string;
}

/** Whether a filter leaves anything out. */
export function isNarrowed({ search, level, status }: GoalFilter): boolean {
  return search !== '' || level !== '' || status !== '';
}

/** The goals that match, each below the goals above it, which stay to show where it belongs. */
export function filterTree(nodes: readonly GoalNode[], filter: GoalFilter): GoalNode[] {
  if (!isNarrowed(filter)) return [...nodes];
  return nodes.flatMap((node) => {
    const children = filterTree(node.children, filter);
    return children.length > 0 || matches(node, filter) ? [{ ...node, children }] : [];
  });
}

function matches({ title, owner, department, ...node }: GoalNode, { search, level, status }: GoalFilter): boolean {
  const text = folded(`${title} ${owner ?? ''} ${department ?? ''}`);
  return (
    text.includes(folded(search)) && (level === '' || node.level === level) && (status === '' || node.status === status)
  );
}

/** Without case and accents, as the searches of the API. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
