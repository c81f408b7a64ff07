import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import { DeleteButton } from '../../ui/delete-button';
import { NewVersionButton } from '../versions/new-version-button';

export type JobProfile = components['schemas']['JobProfileView'];

interface ActionProps {
  profile: JobProfile;
  kind: 'plain' | 'quiet';
  onDeleted?: () => void;
}

const PATHS = ['/api/job-profiles'];

/** "New version" of a job profile. */
export function NewProfileVersion({ profile: { id }, kind }: ActionProps): ReactNode {
  return (
    <NewVersionButton
      kind={kind}
      send={() => answered(api.POST('/api/job-profiles/{id}/version', { params: { path: { id } }, body: {} }))}
      list="/job-profiles"
      refreshes={PATHS}
    />
  );
}

/** "Delete" of one version of a job profile. */
export function DeleteProfile({ profile: { id, name }, kind, onDeleted }: ActionProps): ReactNode {
  const t = useTranslations('jobProfile');
  return (
    <DeleteButton
      name={name}
      kind={kind}
      send={() => answered(api.DELETE('/api/job-profiles/{id}', { params: { path: { id } } }))}
      refreshes={PATHS}
      onDeleted={onDeleted}
    >
      {t('deleteText')}
    </DeleteButton>
  );
}
