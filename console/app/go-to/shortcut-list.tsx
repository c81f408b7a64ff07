import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/dialog';
import { changePreferences } from '../preferences';
import { GO_TO_KEYS, SINGLE_KEYS, useSingleKeys } from './shortcuts';
import styles from './go-to.module.css';

/** The shortcuts of every page, and the switch for those of a single key. */
export function ShortcutList({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTranslations('shortcuts');
  const isOn = useSingleKeys();
  const shortcuts = [
    [GO_TO_KEYS, t('goTo')],
    ['?', t('help')],
    ['/', t('search')],
    ['1–9', t('rate')],
    ['0', t('notApplicable')],
    ['Esc', t('close')],
  ];
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => changePreferences({ [SINGLE_KEYS]: target.checked })}
        />
        {t('singleKeys')}
      </label>
    </Dialog>
  );
}
