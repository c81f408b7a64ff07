import type { ReactNode } from 'react';
import type { Choice } from './choices';

/** The options of a `select`, one for each choice. */
export function Options({ choices }: { choices: readonly Choice[] }): ReactNode {
  return choices.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
