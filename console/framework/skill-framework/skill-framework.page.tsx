import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useProfile } from '../../app/session';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/delete-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { useMayChange } from '../skill-frameworks/skill-frameworks.page';
import type { Framework } from './framework';
import { SkillTable } from './skill-table';
import buttonStyles from '../../ui/button.module.css';

/** /skill-frameworks/:id: a framework with its skills, and a new one at `/skill-frameworks/new`. */
export function SkillFrameworkPage({ params: { id = '' } }: PageProps): ReactNode {
  return id === 'new' ? <NewFramework /> : <ExistingFramework key={id} id={id} />;
}

function NewFramework(): ReactNode {
  const t = useTranslations('skillFramework');
  const [, navigate] = useLocation();
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('new')}</PageTitle>
      </div>
      <div className="card narrow">
        <FrameworkForm framework={null} onSaved={({ id }) => navigate(`/skill-frameworks/${id}`)} />
      </div>
    </>
  );
}

function ExistingFramework({ id }: { id: string }): ReactNode {
  const framework = useRead('/api/skill-frameworks/{id}', { path: { id } });
  return (
    <Loaded read={framework}>
      {(found) => (
        <>
          <Head framework={found} />
          <SkillTable framework={found} />
        </>
      )}
    </Loaded>
  );
}

function Head({ framework }: { framework: Framework }): ReactNode {
  const t = useTranslations('skillFramework');
  const scopes = useTranslations('skillFrameworks');
  const [, navigate] = useLocation();
  const [isEdited, setEdited] = useState(false);
  const mayChange = useMayChange()(framework);
  const { organization } = useProfile();
  const { id, name, version, scope, skillCount } = framework;
  return (
    <>
      <div className="page-head">
        <PageTitle>{name}</PageTitle>
        <span className="muted">{t('versionOf', { version })}</span>
        <Badge tone={scope === 'Global' ? 'info' : 'plain'}>{scopes(`scopes.${scope}`)}</Badge>
        {mayChange && (
          <>
            <Button onClick={() => setEdited(true)}>{t('rename')}</Button>
            {(scope === 'Global') === (organization === null) && (
              <Link
                className={buttonStyles.button}
                href={`/skill-frameworks/import?${new URLSearchParams({ name, version })}`}
              >
                {scopes('import')}
              </Link>
            )}
            <DeleteButton
              name={name}
              kind="plain"
              send={() => answered(api.DELETE('/api/skill-frameworks/{id}', { params: { path: { id } } }))}
              refreshes={['/api/skill-frameworks']}
              onDeleted={() => navigate('/skill-frameworks')}
            >
              {t('deleteText', { count: skillCount })}
            </DeleteButton>
          </>
        )}
      </div>
      {isEdited && (
        <Dialog title={t('rename')} onClose={() => setEdited(false)}>
          <FrameworkForm framework={framework} onSaved={() => setEdited(false)} />
        </Dialog>
      )}
    </>
  );
}

interface FormProps {
  framework: Framework | null;
  onSaved: (stored: Framework) => void;
}

interface Typed {
  name: string;
  version: string;
}

function FrameworkForm({ framework, onSaved }: FormProps): ReactNode {
  const t = useTranslations('skillFramework');
  const form = useTranslations('form');
  const submit = (body: Typed): Promise<Framework> => {
    if (!framework) return answered(api.POST('/api/skill-frameworks', { body: { ...body, skills: [] } }));
    const params = { path: { id: framework.id }, header: ifMatch(framework) };
    return answered(api.PUT('/api/skill-frameworks/{id}', { params, body }));
  };
  return (
    <Form<Typed, Framework>
      name={`framework ${framework?.id ?? 'new'}`}
      label={framework?.name ?? t('new')}
      values={{ name: framework?.name ?? '', version: framework?.version ?? '1' }}
      submit={submit}
      onSaved={({ name }, stored) => {
        notify({ kind: 'done', text: t('saved', { name }) });
        void refresh('/api/skill-frameworks');
        onSaved(stored);
      }}
      action={form('save')}
    >
      <TextField name="name" label={t('name')} required maxLength={200} />
      <TextField name="version" label={t('version')} hint={t('versionHint')} required maxLength={50} />
    </Form>
  );
}
