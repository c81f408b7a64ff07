import type { Id, ShortText } from '../http/types';

/** What a new version may be given besides what it takes from the one it is cloned from. */
export interface NewVersion {
  id?: Id;
  name?: ShortText;
}
