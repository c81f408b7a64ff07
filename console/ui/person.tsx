import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { usePhoto } from '../app/photos';
import { ApiImage } from './api-image';
import styles from './person.module.css';

/** A person's photo, or the initials, also of a photo that cannot be loaded; the name stands beside it. `photo` is a path of the API or a data URL. */
export function Face({ name, photo = null }: { name: string; photo?: string | null }): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  if (photo === null || photo === broken)
    // Not a part of the text: who copies a list copies names.
    return <span className={styles.face} data-initials={initials(name)} aria-hidden="true" />;
  return (
    <span className={clsx(styles.face, styles.photo)} aria-hidden="true">
      <ApiImage src={photo} alt="" width={28} height={28} onError={() => setBroken(photo)} />
    </span>
  );
}

interface PersonProps {
  /** The employee, whose photo is read; null: no employee. */
  id: string | null;
  /** Null: the person was deleted. */
  name: string | null;
}

/** The face of an employee. */
export function PersonFace({ id, name }: PersonProps): ReactNode {
  return <Face name={name ?? '–'} photo={usePhoto(id)} />;
}

/** A person in a list or a box: the face with what is said beside it, which is the name unless told otherwise. */
export function Person({ id, name, children = name }: PersonProps & { children?: ReactNode }): ReactNode {
  return (
    <span className={styles.person}>
      <PersonFace id={id} name={name} />
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
