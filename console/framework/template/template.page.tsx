import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { whenFreeToLeave } from '../../app/leave-guard';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/delete-button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { NewVersionButton } from '../versions/new-version-button';
import { VersionMarks } from '../versions/version-marks';
import { copyOf, type Template } from './template-content';
import { TemplateForm } from './template-form';
import buttonStyles from '../../ui/button.module.css';

const MAX_NAME_LENGTH = 200;

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
        <DuplicateButton template={template} />
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

/** Makes another template of one, such as for leaders, and opens it. */
function DuplicateButton({ template }: { template: Template }): ReactNode {
  const t = useTranslations('template');
  const [, navigate] = useLocation();
  const name = t('copyOf', { name: template.name }).slice(0, MAX_NAME_LENGTH);
  const create = useSend(() => answered(api.POST('/api/evaluation-templates', { body: copyOf(template, name) })), {
    refreshes: ['/api/evaluation-templates'],
    onDone({ id }) {
      notify({ kind: 'done', text: t('saved', { name }) });
      navigate(`/templates/${id}`);
    },
  });
  return (
    <Button isBusy={create.isPending} onClick={() => whenFreeToLeave(() => create.mutate())}>
      {t('duplicate')}
    </Button>
  );
}
