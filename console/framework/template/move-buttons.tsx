import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type Dragged, useSections } from './use-sections';
import styles from './template.module.css';

interface MoveButtonsProps extends Dragged {
  /** What moves, for screen readers. */
  name: string;
  /** null: it is the first, or the last. */
  up: (() => void) | null;
  down: (() => void) | null;
}

/** The ways to order a section or an item: a handle to drag, and two buttons that do the same step by step. */
export function MoveButtons({ kind, id, name, up, down }: MoveButtonsProps): ReactNode {
  const t = useTranslations('template');
  const { drag } = useSections();
  return (
    <span className={styles.move}>
      <span
        className={styles.handle}
        aria-hidden="true"
        draggable
        title={t('drag')}
        onDragStart={(event) => {
          const whole = event.currentTarget.closest(kind === 'section' ? 'section' : 'li');
          if (whole) event.dataTransfer.setDragImage(whole, 12, 12);
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          drag({ kind, id });
        }}
        onDragEnd={() => drag(null)}
      >
        ⠿
      </span>
      <Step id={`up-${id}`} label={t('moveUp', { name })} sign="↑" onPress={up} />
      <Step id={`down-${id}`} label={t('moveDown', { name })} sign="↓" onPress={down} />
    </span>
  );
}

interface StepProps {
  id: string;
  label: string;
  sign: string;
  onPress: (() => void) | null;
}

/** Stays focusable at the end of the list, so that the focus is not lost by the last step. */
function Step({ id, label, sign, onPress }: StepProps): ReactNode {
  return (
    <button
      type="button"
      id={id}
      className={styles.step}
      aria-label={label}
      aria-disabled={onPress === null || undefined}
      onClick={() => onPress?.()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
