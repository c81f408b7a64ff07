import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { initialsOf } from '../../shared/kernel/initials';
import { useEmployeeFace } from '../app/photos';
import { ApiImage } from './api-image';
import styles from './person.module.css';

interface FaceProps {
  name: string;
  /** As the API has them; null or absent where only the full name is known. */
  initials?: string | null;
  /** A path of the API or a data URL. */
  photo?: string | null;
}

/** A person's photo, or the initials, also of a photo that cannot be loaded; the name is next to it. */
export function Face({ name, initials, photo = null }: FaceProps): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  if (photo === null || photo === broken)
    // Not a part of the text: who copies a list copies names.
    return <span className={styles.face} data-initials={initials ?? initialsOf(name)} aria-hidden="true" />;
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

export function PersonFace({ id, name }: PersonProps): ReactNode {
  const face = useEmployeeFace(id);
  return <Face name={name ?? '–'} initials={face?.initials} photo={face?.image ?? null} />;
}

/** A person in a list or a box: the face with the text next to it, by default the name. */
export function Person({ id, name, children = name }: PersonProps & { children?: ReactNode }): ReactNode {
  return (
    <span className={styles.person}>
      <PersonFace id={id} name={name} />
      <span>{children}</span>
    </span>
  );
}
