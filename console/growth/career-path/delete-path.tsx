import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { DeleteButton } from '../../ui/delete-button';

interface DeletePathProps {
  path: { id: string; name: string };
  kind: 'plain' | 'quiet';
  onDeleted?: () => void;
}

/** "Delete": the people of the path are on none then. */
export function DeletePath({ path: { id, name }, kind, onDeleted }: DeletePathProps): ReactNode {
  const t = useTranslations('careerPath');
  return (
    <DeleteButton
      name={name}
      kind={kind}
      send={() => answered(api.DELETE('/api/career-paths/{id}', { params: { path: { id } } }))}
      refreshes={['/api/career-paths']}
      {...(onDeleted ? { onDeleted } : {})}
    >
      {t('deleteText')}
    </DeleteButton>
  );
}
