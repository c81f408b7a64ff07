import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { rowChoices } from '../../form/choices';
import { SelectField, TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useLatestRevision } from '../../http/use-latest-revision';
import { useRead } from '../../http/use-read';
import { DeleteButton } from '../../ui/delete-button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { useCategories } from '../competencies/categories';
import { COMPETENCY_LEVELS, editedLevels, type EditedLevels, LevelFields, levelsOf } from '../levels/level-fields';
import formStyles from '../../form/form.module.css';

type Competency = components['schemas']['CompetencyView'];

/** /competencies/:id: the editor of a competency, and of a new one at `/competencies/new`. */
export function CompetencyPage({ params: { id = '' } }: PageProps): ReactNode {
  return id === 'new' ? <NewCompetency /> : <ExistingCompetency key={id} id={id} />;
}

function NewCompetency(): ReactNode {
  const t = useTranslations('competency');
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('new')}</PageTitle>
      </div>
      <CompetencyForm competency={null} />
    </>
  );
}

function ExistingCompetency({ id }: { id: string }): ReactNode {
  const t = useTranslations('competency');
  const [, navigate] = useLocation();
  const competency = useRead('/api/competencies/{id}', { path: { id } });
  return (
    <Loaded read={competency}>
      {(found) => (
        <>
          <div className="page-head">
            <PageTitle>{found.name}</PageTitle>
            <DeleteButton
              name={found.name}
              kind="plain"
              send={() => answered(api.DELETE('/api/competencies/{id}', { params: { path: { id } } }))}
              refreshes={['/api/competencies']}
              onDeleted={() => navigate('/competencies')}
            >
              {t('deleteText')}
            </DeleteButton>
          </div>
          <CompetencyForm competency={found} />
        </>
      )}
    </Loaded>
  );
}

interface Typed {
  name: string;
  code: string;
  categoryId: string;
  description: string;
  levels: EditedLevels;
}

function CompetencyForm({ competency }: { competency: Competency | null }): ReactNode {
  const t = useTranslations('competency');
  const form = useTranslations('form');
  const [, navigate] = useLocation();
  const categories = useCategories();
  const [revision, noteStored] = useLatestRevision(competency);

  const submit = ({ name, code, categoryId, description, levels }: Typed): Promise<Competency> => {
    const body = {
      name,
      code: code || null,
      categoryId: categoryId || null,
      description: description || null,
      levels: levelsOf(levels),
    };
    if (!competency) return answered(api.POST('/api/competencies', { body }));
    const params = { path: { id: competency.id }, header: ifMatch({ revision }) };
    return answered(api.PUT('/api/competencies/{id}', { params, body }));
  };
  return (
    <Loaded read={categories}>
      {({ items }) => (
        <div className="card">
          <Form<Typed, Competency>
            name={`competency ${competency?.id ?? 'new'}`}
            label={competency?.name ?? t('new')}
            values={{
              name: competency?.name ?? '',
              code: competency?.code ?? '',
              categoryId: competency?.categoryId ?? '',
              description: competency?.description ?? '',
              levels: editedLevels(COMPETENCY_LEVELS, competency?.levels ?? []),
            }}
            submit={submit}
            onSaved={({ name }, stored) => {
              noteStored(stored);
              notify({ kind: 'done', text: t('saved', { name }) });
              void refresh('/api/competencies');
              if (!competency) navigate(`/competencies/${stored.id}`);
            }}
            action={form('save')}
          >
            <TextField name="name" label={t('name')} required maxLength={200} />
            <div className={formStyles.formRow}>
              <TextField name="code" label={t('code')} required={false} maxLength={50} />
              <SelectField
                name="categoryId"
                label={t('category')}
                required={false}
                choices={[{ value: '', text: t('noCategory') }, ...rowChoices(items)]}
              />
            </div>
            <TextArea name="description" label={t('description')} required={false} rows={3} maxLength={4000} />
            <LevelFields numbers={COMPETENCY_LEVELS} />
          </Form>
        </div>
      )}
    </Loaded>
  );
}
