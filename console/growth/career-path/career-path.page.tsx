import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { DeletePath } from './delete-path';
import { PathForm } from './path-form';
import { PeopleOnPath } from './people-on-path';

/** /career-paths/:id: the editor of a career path with its people, and of a new one at `/career-paths/new`. */
export function CareerPathPage({ params: { id = '' } }: PageProps): ReactNode {
  return id === 'new' ? <NewPath /> : <ExistingPath key={id} id={id} />;
}

function NewPath(): ReactNode {
  const t = useTranslations('careerPath');
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('new')}</PageTitle>
      </div>
      <PathForm path={null} />
    </>
  );
}

function ExistingPath({ id }: { id: string }): ReactNode {
  const [, navigate] = useLocation();
  const path = useRead('/api/career-paths/{id}', { path: { id } });
  return (
    <Loaded read={path}>
      {(found) => (
        <>
          <div className="page-head">
            <PageTitle>{found.name}</PageTitle>
            <DeletePath path={found} onDeleted={() => navigate('/career-paths')} />
          </div>
          <div className="stack">
            <PathForm path={found} />
            <PeopleOnPath path={found} />
          </div>
        </>
      )}
    </Loaded>
  );
}
