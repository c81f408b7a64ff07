import type { Id, ShortText } from '../http/types';

/** Values of a new version that are not copied from the cloned one. */
export interface NewVersion {
  id?: Id;
  name?: ShortText;
}
