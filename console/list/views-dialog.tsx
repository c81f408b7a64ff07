import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation, useSearch } from 'wouter';
import { usePathname } from '../app/use-address';
import { TextField } from '../form/fields';
import { Form } from '../form/form';
import { Button } from '../ui/button';
import { CancelButton } from '../ui/cancel-button';
import { Dialog } from '../ui/dialog';
import { type ListView, MAX_VIEWS, useListSettings } from './list-settings';
import { RowMenu } from './row-menu';
import styles from './list.module.css';

const MAX_NAME = 60;
/** What of an address is no filter: where in the list one is, and what is open. */
const PLACES = ['page', 'edit', 'access'];

/** The stored views of a list: opens, renames and deletes them, and stores what is shown as a new one. */
export default function ViewsDialog({ list, onClose }: { list: string; onClose: () => void }): ReactNode {
  const t = useTranslations('list');
  const path = usePathname();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const { columns, views, change } = useListSettings(list);
  const [renamed, setRenamed] = useState<string | null>(null);
  for (const place of PLACES) query.delete(place);
  const open = (view: ListView): void => {
    change({ columns: view.columns });
    navigate(view.query === '' ? path : `${path}?${view.query}`);
    onClose();
  };
  const save = (name: string): void => {
    const view: ListView = { name, query: query.toString(), columns };
    change({ views: [...views.filter((other) => other.name !== name), view] });
  };
  const rename = (view: ListView, name: string): void => {
    change({
      views: views.flatMap((other) => {
        if (other === view) return { ...view, name };
        return other.name === name ? [] : other;
      }),
    });
    setRenamed(null);
  };
  return (
    <Dialog title={t('views')} onClose={onClose}>
      <div className="stack">
        {views.length === 0 ? (
          <p className="muted">{t('noViews')}</p>
        ) : (
          <ul className={styles.views}>
            {views.map((view) => (
              <li key={view.name}>
                {renamed === view.name ? (
                  <NameForm
                    label={t('renameView', { name: view.name })}
                    name={view.name}
                    onSaved={(name) => rename(view, name)}
                    secondary={<Button onClick={() => setRenamed(null)}>{t('keepName')}</Button>}
                  />
                ) : (
                  <>
                    <Button kind="quiet" onClick={() => open(view)}>
                      {view.name}
                    </Button>
                    <RowMenu
                      name={view.name}
                      actions={[
                        { text: t('rename'), onAction: () => setRenamed(view.name) },
                        {
                          text: t('delete'),
                          onAction: () => change({ views: views.filter((other) => other !== view) }),
                        },
                      ]}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {views.length < MAX_VIEWS ? (
          <NameForm
            label={t('saveView')}
            name=""
            hint={t('saveViewHint')}
            onSaved={save}
            secondary={<CancelButton />}
          />
        ) : (
          <p className="muted">{t('manyViews', { max: MAX_VIEWS })}</p>
        )}
      </div>
    </Dialog>
  );
}

interface NameFormProps {
  label: string;
  name: string;
  hint?: string;
  onSaved: (name: string) => void;
  secondary: ReactNode;
}

/** A name for a view; an existing one is replaced. */
function NameForm({ label, name, hint, onSaved, secondary }: NameFormProps): ReactNode {
  const t = useTranslations('list');
  return (
    <Form<{ name: string }>
      name={label}
      label={label}
      values={{ name }}
      submit={() => Promise.resolve()}
      onSaved={({ name: typed }) => onSaved(typed.trim())}
      isCleared
      action={t('saveView')}
      secondary={secondary}
    >
      <TextField name="name" label={t('viewName')} hint={hint} required maxLength={MAX_NAME} />
    </Form>
  );
}
