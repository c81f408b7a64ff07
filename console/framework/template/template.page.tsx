import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { DeleteButton } from '../../ui/delete-button';
import { Loaded } from '../../ui/loaded';
import { NewVersionButton } from '../versions/new-version-button';
import { VersionMarks } from '../versions/version-marks';
import type { Template } from './template-content';
import { TemplateForm } from './template-form';
import buttonStyles from '../../ui/button.module.css';

/** /templates/:id: the editor of a template, and of a new one at `/templates/new`. */
export function TemplatePage({ params: { id = '' } }: PageProps): ReactNode {
  return id === 'new' ? <NewTemplate /> : <ExistingTemplate key={id} id={id} />;
}

function NewTemplate(): ReactNode {
  const t = useTranslations('template');
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('new')}</PageTitle>
      </div>
      <TemplateForm template={null} />
    </>
  );
}

function ExistingTemplate({ id }: { id: string }): ReactNode {
  const template = useRead('/api/evaluation-templates/{id}', { path: { id } });
  return (
    <Loaded read={template}>
      {(found) => (
        <>
          <Head template={found} />
          <TemplateForm template={found} />
        </>
      )}
    </Loaded>
  );
}

function Head({ template }: { template: Template }): ReactNode {
  const t = useTranslations('template');
  const translations = useTranslations('translations');
  const [, navigate] = useLocation();
  const { id, name, isFrozen } = template;
  const path = { path: { id } };
  return (
    <>
      <div className="page-head">
        <PageTitle>{name}</PageTitle>
        <Link className={buttonStyles.button} href={`/templates/${id}/translations`}>
          {translations('translations')}
        </Link>
        <NewVersionButton
          send={() => answered(api.POST('/api/evaluation-templates/{id}/clone', { params: path, body: {} }))}
          list="/templates"
          refreshes={['/api/evaluation-templates']}
        />
        {!isFrozen && (
          <DeleteButton
            name={name}
            kind="plain"
            send={() => answered(api.DELETE('/api/evaluation-templates/{id}', { params: path }))}
            refreshes={['/api/evaluation-templates']}
            onDeleted={() => navigate('/templates')}
          >
            {t('deleteText')}
          </DeleteButton>
        )}
      </div>
      <VersionMarks resource={template} list="/templates">
        {isFrozen && <Badge tone="info">{t('inUse')}</Badge>}
      </VersionMarks>
    </>
  );
}
