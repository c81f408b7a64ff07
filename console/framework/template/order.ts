import type { EditedItem, EditedSection } from './template-content';

export interface ItemPlace {
  sectionAt: number;
  itemAt: number;
}

/** The list with one entry moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, entry);
}

/** Where an item is; null when it is in no section. */
export function findItem(sections: readonly EditedSection[], id: string): ItemPlace | null {
  for (const [sectionAt, { items }] of sections.entries()) {
    const itemAt = items.findIndex((item) => item.id === id);
    if (itemAt >= 0) return { sectionAt, itemAt };
  }
  return null;
}

/** The sections with an item at another place, which is counted before the item leaves its own. */
export function moveItem(sections: readonly EditedSection[], id: string, to: ItemPlace): readonly EditedSection[] {
  const from = findItem(sections, id);
  const item = from && sections[from.sectionAt]?.items[from.itemAt];
  if (!from || !item) return sections;
  const isBehindItself = from.sectionAt === to.sectionAt && to.itemAt > from.itemAt;
  const without = withItems(sections, from.sectionAt, (items) => items.toSpliced(from.itemAt, 1));
  return withItems(without, to.sectionAt, (items) => items.toSpliced(to.itemAt - (isBehindItself ? 1 : 0), 0, item));
}

/** The place one step up or down, over the border of a section too; null at either end. */
export function stepFrom(sections: readonly EditedSection[], id: string, step: 'up' | 'down'): ItemPlace | null {
  const from = findItem(sections, id);
  if (!from) return null;
  const { sectionAt, itemAt } = from;
  if (step === 'up') {
    if (itemAt > 0) return { sectionAt, itemAt: itemAt - 1 };
    const above = sections[sectionAt - 1];
    return above ? { sectionAt: sectionAt - 1, itemAt: above.items.length } : null;
  }
  if (itemAt < (sections[sectionAt]?.items.length ?? 0) - 1) return { sectionAt, itemAt: itemAt + 2 };
  return sections[sectionAt + 1] ? { sectionAt: sectionAt + 1, itemAt: 0 } : null;
}

export function withItems(
  sections: readonly EditedSection[],
  sectionAt: number,
  change: (items: readonly EditedItem[]) => readonly EditedItem[],
): readonly EditedSection[] {
  return sections.map((section, at) => (at === sectionAt ? { ...section, items: change(section.items) } : section));
}
