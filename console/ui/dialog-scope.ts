import { createContext } from 'react';

/** The dialog around a form. */
interface Scope {
  /** Under which the changes of its forms are noted. */
  key: symbol;
  /** Closes it, after a question when something was typed. */
  close: () => void;
}

/** The nearest dialog; null in the page itself. */
export const DialogScope = createContext<Scope | null>(null);
