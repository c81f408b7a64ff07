import type { ReactNode } from 'react';

/** Something that can be done with a row. */
export interface RowAction {
  /** What the menu says; unique in it. */
  text: string;
  /** Where it asks, the question stays until what this returns has succeeded. */
  onAction: () => void | Promise<unknown>;
  isDisabled?: boolean;
  /** Confirmation text, which names what will be deleted. */
  asks?: { title: string; text: ReactNode };
}
