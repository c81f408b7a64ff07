import { createContext, use } from 'react';
import type { ItemPlace } from './order';
import type { EditedItem, EditedSection } from './template-content';

/** What is dragged now. */
export interface Dragged {
  kind: 'section' | 'item';
  id: string;
}

/** The sections of the editor and what can be done with them; `SectionList` provides it. */
export interface SectionsEditor {
  sections: readonly EditedSection[];
  /** A generated cycle uses the template: nothing here changes any more. */
  isFrozen: boolean;
  changeSection: (sectionAt: number, change: Partial<EditedSection>) => void;
  changeItem: (place: ItemPlace, change: Partial<EditedItem>) => void;
  addItem: (sectionAt: number) => void;
  removeItem: (place: ItemPlace) => void;
  removeSection: (sectionAt: number) => void;
  /** Puts an item elsewhere, and says so. */
  placeItem: (id: string, to: ItemPlace) => void;
  placeSection: (from: number, to: number) => void;
  /** The items whose fields are shown. */
  open: ReadonlySet<string>;
  toggle: (id: string) => void;
  dragged: Dragged | null;
  drag: (dragged: Dragged | null) => void;
}

export const SectionsContext = createContext<SectionsEditor | null>(null);

/** The sections of the editor around this component. */
export function useSections(): SectionsEditor {
  const editor = use(SectionsContext);
  if (!editor) throw new Error('There is no editor of sections around this component.');
  return editor;
}
