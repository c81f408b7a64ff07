import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { FileInput } from '../form/file-input';
import { useSend } from '../http/use-send';
import { ApiImage } from './api-image';
import { Button } from './button';
import formStyles from '../form/form.module.css';
import styles from './image-upload.module.css';

interface ImageUploadProps {
  /** Of the field, such as "Image file". */
  label: string;
  /** Which images are accepted. */
  hint: string;
  /** The button that removes the image. */
  removal: string;
  /** The present image and what it shows; null without one. */
  image: { src: string; alt: string } | null;
  /** Keeps its own proportions, as a logo; others are shown round. */
  isWide?: boolean;
  upload: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** API paths whose rows name the image. */
  refreshes: readonly string[];
}

/** An image with the field that replaces it and the button that removes it. */
export function ImageUpload(props: ImageUploadProps): ReactNode {
  const { label, hint, removal, image, isWide = false, upload, remove, refreshes } = props;
  const id = useId();
  /** The same file can be chosen again after each upload. */
  const [uploads, setUploads] = useState(0);
  const replacing = useSend(upload, { refreshes });
  const removing = useSend(() => remove(), { refreshes });
  return (
    <div className={clsx(styles.imageUpload, !isWide && styles.round)}>
      {image && <ApiImage {...image} {...(isWide ? { height: 48 } : { width: 72, height: 72 })} />}
      <div className={formStyles.field}>
        <label htmlFor={id}>{label}</label>
        <FileInput
          key={uploads}
          id={id}
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-describedby={`${id}-hint`}
          disabled={replacing.isPending}
          file={null}
          onChoose={(file) => file && replacing.mutate(file, { onSettled: () => setUploads(uploads + 1) })}
        />
        <p id={`${id}-hint`} className={formStyles.hint}>
          {hint}
        </p>
      </div>
      {image && (
        <Button isBusy={removing.isPending} onClick={() => removing.mutate()}>
          {removal}
        </Button>
      )}
    </div>
  );
}
