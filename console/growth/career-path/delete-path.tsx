import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import type { RowMenuProps } from '../../list/row-menu';
import { DeleteButton, useDeletion } from '../../ui/delete-button';

interface NamedPath {
  id: string;
  name: string;
}

const deletes = {
  send: ({ id }: NamedPath) => answered(api.DELETE('/api/career-paths/{id}', { params: { path: { id } } })),
  refreshes: ['/api/career-paths'],
};

/** What can be done with a path of the list. */
export function usePathMenu(): (path: NamedPath) => RowMenuProps {
  const t = useTranslations('careerPath');
  const deletion = useDeletion<NamedPath>({ ...deletes, nameOf: ({ name }) => name, text: () => t('deleteText') });
  return (path) => ({ name: path.name, actions: [deletion(path)] });
}

/** "Delete" on the path's own page: the people of the path are on none then. */
export function DeletePath({ path, onDeleted }: { path: NamedPath; onDeleted: () => void }): ReactNode {
  const t = useTranslations('careerPath');
  return (
    <DeleteButton {...deletes} name={path.name} send={() => deletes.send(path)} kind="plain" onDeleted={onDeleted}>
      {t('deleteText')}
    </DeleteButton>
  );
}
