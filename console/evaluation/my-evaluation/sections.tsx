import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { changePreferences, usePreferences } from '../../app/preferences';
import { Button } from '../../ui/button';
import styles from './my-evaluation.module.css';

/** The name of the preference that shows one section at a time. */
const ONE_SECTION = 'answersBySection';

/** Where the heading of a section is on its page. */
export const sectionAnchor = (sectionId: string): string => `section-${sectionId}`;

interface SectionView {
  /** Whether all sections are shown, or only the current one. */
  isWhole: boolean;
  current: string;
  open: (sectionId: string) => void;
  /** Opens a section and leads to its heading. */
  leadTo: (sectionId: string) => void;
}

/** Which sections are shown; the account stores the choice between one and all. */
export function useSectionView(sections: readonly { id: string }[]): SectionView {
  const isWhole = usePreferences()[ONE_SECTION] !== true || sections.length < 2;
  const [opened, setOpened] = useState<string | null>(null);
  const current = sections.find(({ id }) => id === opened)?.id ?? sections[0]?.id ?? '';
  return {
    isWhole,
    current,
    open: setOpened,
    leadTo(sectionId) {
      flushSync(() => setOpened(sectionId));
      const heading = document.getElementById(sectionAnchor(sectionId));
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'center' });
    },
  };
}

interface SectionProgress {
  id: string;
  title: string;
  done: number;
  total: number;
}

/** How far each section is, the way to it, and whether one or all are shown. */
export function SectionChoice({
  view,
  sections,
}: {
  view: SectionView;
  sections: readonly SectionProgress[];
}): ReactNode {
  const t = useTranslations('myEvaluation');
  const show = (isWhole: boolean): void => changePreferences({ [ONE_SECTION]: !isWhole });
  return (
    <nav className={clsx('card', styles.sections)} aria-label={t('sections')}>
      <div className={styles.sectionMode} role="group" aria-label={t('sections')}>
        <Button kind="quiet" aria-pressed={!view.isWhole} onClick={() => show(false)}>
          {t('oneSection')}
        </Button>
        <Button kind="quiet" aria-pressed={view.isWhole} onClick={() => show(true)}>
          {t('allSections')}
        </Button>
      </div>
      <ol>
        {sections.map(({ id, title, done, total }) => (
          <li key={id}>
            <button
              type="button"
              className={clsx(styles.sectionLink, done === total && styles.whole)}
              aria-current={!view.isWhole && id === view.current ? 'step' : undefined}
              onClick={() => view.leadTo(id)}
            >
              <span>{title}</span>
              <span>{t('sectionProgress', { done, total })}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** From one section to the next and back. */
export function SectionSteps({
  view,
  sections,
}: {
  view: SectionView;
  sections: readonly { id: string; title: string }[];
}): ReactNode {
  const t = useTranslations('myEvaluation');
  const at = sections.findIndex(({ id }) => id === view.current);
  const [before, after] = [sections[at - 1], sections[at + 1]];
  return (
    <div className={styles.sectionSteps}>
      {before && (
        <Button onClick={() => view.leadTo(before.id)}>{t('previousSection', { title: before.title })}</Button>
      )}
      {after && <Button onClick={() => view.leadTo(after.id)}>{t('nextSection', { title: after.title })}</Button>}
    </div>
  );
}
