import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { type ReadResult, useRead } from '../../http/use-read';
import type { RowAction } from '../../list/row-action';
import { RowMenu } from '../../list/row-menu';
import { useDeletion } from '../../ui/delete-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import styles from './competencies.module.css';

type Categories = ReadResult<'/api/competency-categories'>;
type Category = Categories['items'][number];

const MAX_CATEGORIES = 200;
const PATHS = ['/api/competency-categories', '/api/competencies'];

/** The categories of competencies, in their order. */
export function useCategories(): UseQueryResult<Categories> {
  return useRead('/api/competency-categories', { query: { pageSize: MAX_CATEGORIES } });
}

/** The dialog opened by `dialog=categories` in the address: adds, renames and deletes categories. */
export function CategoriesDialog(): ReactNode {
  const t = useTranslations('competencies');
  const address = useAddress();
  const categories = useCategories();
  const deletion = useDeletion<Category>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/competency-categories/{id}', { params: { path: { id } } })),
    refreshes: PATHS,
    text: () => t('deleteCategory'),
  });
  if (address.get('dialog') !== 'categories') return null;
  const add = ({ name }: { name: string }): Promise<unknown> =>
    answered(
      api.POST('/api/competency-categories', { body: { name, order: categories.data?.items.at(-1)?.order ?? 0 } }),
    );
  return (
    <Dialog title={t('categories')} onClose={() => address.close('dialog')}>
      <div className="stack">
        <Loaded read={categories}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="muted">{t('noCategories')}</p>
            ) : (
              <ul className={styles.categories}>
                {items.map((category) => (
                  <CategoryRow key={category.id} category={category} deletion={deletion(category)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <Form
          name="category"
          label={t('addCategory')}
          values={{ name: '' }}
          submit={add}
          onSaved={() => void refresh(...PATHS)}
          action={t('addCategory')}
          isCleared
        >
          <TextField name="name" label={t('categoryName')} required maxLength={200} />
        </Form>
      </div>
    </Dialog>
  );
}

function CategoryRow({ category, deletion }: { category: Category; deletion: RowAction }): ReactNode {
  const t = useTranslations('competencies');
  const form = useTranslations('form');
  const [isEdited, setEdited] = useState(false);
  const { id, name } = category;
  if (isEdited)
    return (
      <li>
        <Form
          name={`category ${id}`}
          label={name}
          values={{ name }}
          submit={(body) =>
            answered(
              api.PUT('/api/competency-categories/{id}', { params: { path: { id }, header: ifMatch(category) }, body }),
            )
          }
          onSaved={() => {
            setEdited(false);
            void refresh(...PATHS);
          }}
          action={form('save')}
        >
          <TextField name="name" label={t('categoryName')} required maxLength={200} hasFocus />
        </Form>
      </li>
    );
  return (
    <li>
      <span>{name}</span>
      <RowMenu name={name} actions={[{ text: t('rename'), onAction: () => setEdited(true) }, deletion]} />
    </li>
  );
}
