import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useListSettings } from './list-settings';
import { shownColumns } from './shown-columns';
import dialogStyles from '../ui/dialog.module.css';
import styles from './list.module.css';

interface ColumnsDialogProps {
  list: string;
  columns: readonly { name: string; heading: string }[];
  onClose: () => void;
}

/** Which columns a list shows, and in which order; each change is stored at once. */
export default function ColumnsDialog({ list, columns, onClose }: ColumnsDialogProps): ReactNode {
  const t = useTranslations('list');
  const { columns: chosen, change } = useListSettings(list);
  const all = columns.map(({ name }) => name);
  const shown = shownColumns(all, chosen);
  const order = [...shown, ...all.filter((name) => !shown.includes(name))];
  const headingOf = (name: string): string => columns.find((column) => column.name === name)?.heading ?? name;
  const choose = (names: readonly string[]): void => change({ columns: names });
  const move = (name: string, by: 1 | -1): void => {
    const at = shown.indexOf(name);
    const next = shown.filter((other) => other !== name);
    next.splice(at + by, 0, name);
    choose(next);
  };
  return (
    <Dialog title={t('columns')} onClose={onClose}>
      <ul className={styles.columns}>
        {order.map((name, at) => {
          const heading = headingOf(name);
          const isShown = at < shown.length;
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={at === 0}
                  onChange={() => choose(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
                />
                {heading}
              </label>
              {isShown && at > 0 && (
                <span>
                  <Button
                    kind="quiet"
                    disabled={at === 1}
                    aria-label={t('moveUp', { name: heading })}
                    onClick={() => move(name, -1)}
                  >
                    <span aria-hidden="true">↑</span>
                  </Button>
                  <Button
                    kind="quiet"
                    disabled={at === shown.length - 1}
                    aria-label={t('moveDown', { name: heading })}
                    onClick={() => move(name, 1)}
                  >
                    <span aria-hidden="true">↓</span>
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className={dialogStyles.dialogActions}>
        <Button disabled={chosen === null} onClick={() => change({ columns: null })}>
          {t('allColumns')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </Dialog>
  );
}
