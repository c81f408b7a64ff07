import { CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Messages, useTranslations } from 'use-intl';
import styles from './help.module.css';

/** A term of the glossary that explains itself: its texts are under `terms`. */
export type Term = keyof Messages['terms'];

/** A heading with the button "What is this?", which says below it what the term means. */
export function Explained({ term, children }: { term: Term; children: ReactNode }): ReactNode {
  const t = useTranslations('help');
  const terms = useTranslations('terms');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.explained}>
      {children}
      <button
        type="button"
        className={styles.help}
        aria-label={t('whatIsThis', { term: terms(`${term}.name`) })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <CircleQuestionMark size={18} />
      </button>
      {isOpen && (
        <p id={id} className={styles.explanation} role="status">
          <b>{terms(`${term}.name`)}</b>: {terms(`${term}.text`)}
        </p>
      )}
    </div>
  );
}
