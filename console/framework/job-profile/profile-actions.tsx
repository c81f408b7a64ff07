import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import { RowMenu } from '../../list/row-menu';
import { DeleteButton, useDeletion } from '../../ui/delete-button';
import { NewVersionButton, useNewVersion } from '../versions/new-version-button';

export type JobProfile = components['schemas']['JobProfileView'];

interface ProfileProps {
  profile: Pick<JobProfile, 'id' | 'name'>;
}

const PATHS = ['/api/job-profiles'];

const newVersionOf = (id: string) => ({
  send: () => answered(api.POST('/api/job-profiles/{id}/version', { params: { path: { id } }, body: {} })),
  list: '/job-profiles',
  refreshes: PATHS,
});
const deletionOf = ({ id, name }: ProfileProps['profile']) => ({
  name,
  send: () => answered(api.DELETE('/api/job-profiles/{id}', { params: { path: { id } } })),
  refreshes: PATHS,
});

/** What can be done with one version of the list. */
export function ProfileMenu({ profile }: ProfileProps): ReactNode {
  const t = useTranslations('jobProfile');
  const newVersion = useNewVersion(newVersionOf(profile.id));
  const deletion = useDeletion({ ...deletionOf(profile), text: t('deleteText') });
  return <RowMenu name={profile.name} actions={[newVersion, deletion]} />;
}

/** "New version" of a job profile. */
export function NewProfileVersion({ profile: { id } }: ProfileProps): ReactNode {
  return <NewVersionButton {...newVersionOf(id)} />;
}

/** "Delete" of one version of a job profile. */
export function DeleteProfile({ profile, onDeleted }: ProfileProps & { onDeleted: () => void }): ReactNode {
  const t = useTranslations('jobProfile');
  return (
    <DeleteButton {...deletionOf(profile)} kind="plain" onDeleted={onDeleted}>
      {t('deleteText')}
    </DeleteButton>
  );
}
