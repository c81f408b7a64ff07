import type { Id } from '../http/types';

/** An option with a code, for dropdowns. */
export interface CodedOption {
  id: Id;
  name: string;
  code: string | null;
}
