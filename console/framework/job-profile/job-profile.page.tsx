import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { VersionMarks } from '../versions/version-marks';
import { DeleteProfile, NewProfileVersion } from './profile-actions';
import { ProfileForm } from './profile-form';
import { RequirementTable } from './requirement-table';

/** /job-profiles/:id: the editor of a job profile, and of a new one at `/job-profiles/new`. */
export function JobProfilePage({ params: { id = '' } }: PageProps): ReactNode {
  return id === 'new' ? <NewProfile /> : <ExistingProfile key={id} id={id} />;
}

function NewProfile(): ReactNode {
  const t = useTranslations('jobProfile');
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('new')}</PageTitle>
      </div>
      <ProfileForm profile={null} />
    </>
  );
}

function ExistingProfile({ id }: { id: string }): ReactNode {
  const t = useTranslations('jobProfile');
  const [, navigate] = useLocation();
  const profile = useRead('/api/job-profiles/{id}', { path: { id } });
  return (
    <Loaded read={profile}>
      {(found) => (
        <>
          <div className="page-head">
            <PageTitle>{found.name}</PageTitle>
            <NewProfileVersion profile={found} />
            <DeleteProfile profile={found} onDeleted={() => navigate('/job-profiles')} />
          </div>
          <VersionMarks resource={found} list="/job-profiles" />
          {found.isCurrent ? (
            <ProfileForm profile={found} />
          ) : (
            <div className="stack">
              <p className="card">{t('replaced')}</p>
              {found.description !== null && <p className="card">{found.description}</p>}
              <RequirementTable requirements={found.requirements} />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
