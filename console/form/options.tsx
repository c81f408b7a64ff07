import type { ReactNode } from 'react';
import type { Choice } from './choices';

export function Options({ choices }: { choices: readonly Choice[] }): ReactNode {
  return choices.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
