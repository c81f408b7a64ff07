import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { rowChoices } from '../../form/choices';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useLatestRevision } from '../../http/use-latest-revision';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { CareerPath } from './career-path';
import { StepFields, type TypedStep } from './step-fields';
import formStyles from '../../form/form.module.css';

interface Typed {
  name: string;
  description: string;
  steps: readonly TypedStep[];
}

/** The editor of a career path, or (null) of a new one. */
export function PathForm({ path }: { path: CareerPath | null }): ReactNode {
  const t = useTranslations('careerPath');
  const form = useTranslations('form');
  const [, navigate] = useLocation();
  const profiles = useRead('/api/job-profiles/options');
  const [revision, noteStored] = useLatestRevision(path);
  const submit = ({ name, description, steps }: Typed): Promise<CareerPath> => {
    const body = {
      name,
      description: description || null,
      steps: steps.map(({ jobProfileId, minMonths }, at) => ({
        order: at + 1,
        jobProfileId,
        minMonths: minMonths === '' ? null : Number(minMonths),
      })),
    };
    if (!path) return answered(api.POST('/api/career-paths', { body }));
    const params = { path: { id: path.id }, header: ifMatch({ revision }) };
    return answered(api.PUT('/api/career-paths/{id}', { params, body }));
  };
  return (
    <Loaded read={profiles}>
      {(options) => (
        <Form<Typed, CareerPath>
          name={`career path ${path?.id ?? 'new'}`}
          label={path?.name ?? t('new')}
          values={{
            name: path?.name ?? '',
            description: path?.description ?? '',
            steps: (path?.steps ?? []).map(toTyped),
          }}
          submit={submit}
          onSaved={({ name }, stored) => {
            noteStored(stored);
            notify({ kind: 'done', text: t('saved', { name }) });
            void refresh('/api/career-paths');
            if (!path) navigate(`/career-paths/${stored.id}`);
          }}
          action={form('save')}
        >
          <section className={clsx('card', formStyles.form)} aria-label={t('general')}>
            <TextField name="name" label={t('name')} required maxLength={200} />
            <TextArea name="description" label={t('description')} required={false} rows={2} maxLength={4000} />
          </section>
          <StepFields
            choices={rowChoices(options)}
            used={(path?.steps ?? []).map(({ jobProfileId, jobProfile }) => ({
              value: jobProfileId,
              text: jobProfile ?? t('gone'),
            }))}
          />
        </Form>
      )}
    </Loaded>
  );
}

function toTyped({ jobProfileId, minMonths }: CareerPath['steps'][number]): TypedStep {
  return { key: jobProfileId, jobProfileId, minMonths: String(minMonths ?? '') };
}
