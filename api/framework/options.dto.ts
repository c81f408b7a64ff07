import type { Id } from '../http/types';

/** A row of a dropdown of things with a code. */
export interface CodedOption {
  id: Id;
  name: string;
  code: string | null;
}
