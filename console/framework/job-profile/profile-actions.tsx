import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import type { RowMenuProps } from '../../list/row-menu';
import { DeleteButton, useDeletion } from '../../ui/delete-button';
import { NewVersionButton, useNewVersion } from '../versions/new-version-button';

export type JobProfile = components['schemas']['JobProfileView'];

type Version = Pick<JobProfile, 'id' | 'name'>;

const PATHS = ['/api/job-profiles'];

const copies = {
  send: ({ id }: Pick<Version, 'id'>) =>
    answered(api.POST('/api/job-profiles/{id}/version', { params: { path: { id } }, body: {} })),
  list: '/job-profiles',
  refreshes: PATHS,
};
const deletes = {
  send: ({ id }: Version) => answered(api.DELETE('/api/job-profiles/{id}', { params: { path: { id } } })),
  refreshes: PATHS,
};

/** What can be done with one version of the list. */
export function useProfileMenu(): (profile: Version) => RowMenuProps {
  const t = useTranslations('jobProfile');
  const newVersion = useNewVersion(copies);
  const deletion = useDeletion<Version>({ ...deletes, nameOf: ({ name }) => name, text: () => t('deleteText') });
  return (profile) => ({ name: profile.name, actions: [newVersion(profile), deletion(profile)] });
}

export function NewProfileVersion({ profile }: { profile: Version }): ReactNode {
  return <NewVersionButton {...copies} send={() => copies.send(profile)} />;
}

/** "Delete" of one version of a job profile. */
export function DeleteProfile({ profile, onDeleted }: { profile: Version; onDeleted: () => void }): ReactNode {
  const t = useTranslations('jobProfile');
  return (
    <DeleteButton
      {...deletes}
      name={profile.name}
      send={() => deletes.send(profile)}
      kind="plain"
      onDeleted={onDeleted}
    >
      {t('deleteText')}
    </DeleteButton>
  );
}
