import type { ReactNode } from 'react';

/** Something that can be done with a row. */
export interface RowAction {
  /** What the menu says; unique in it. */
  text: string;
  onAction: () => void;
  isDisabled?: boolean;
  /** The question before it is done, which names what will be gone. */
  asks?: { title: string; text: ReactNode };
}
