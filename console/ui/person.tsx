import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { ApiImage } from './api-image';
import styles from './person.module.css';

/** A person's photo, or the initials, also of a photo that cannot be loaded; the name stands beside it. `photo` is a path of the API. */
export function Face({ name, photo = null }: { name: string; photo?: string | null }): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  if (photo === null || photo === broken)
    // Not a part of the text: who copies a list copies names.
    return <span className={styles.face} data-initials={initials(name)} aria-hidden="true" />;
  return (
    <span className={clsx(styles.face, styles.photo)} aria-hidden="true">
      <ApiImage src={photo} alt="" width={28} height={28} loading="lazy" onError={() => setBroken(photo)} />
    </span>
  );
}

/** A person in a list, a box or a header: the face with what is said beside it. */
export function Person({
  name,
  photo = null,
  children,
}: {
  /** Null: the person was deleted. */
  name: string | null;
  photo?: string | null;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={styles.person}>
      <Face name={name ?? '–'} photo={photo} />
      <span>{children}</span>
    </span>
  );
}

function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
