import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { rowChoices } from '../../form/choices';
import { SelectField, TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { newId } from '../../form/new-id';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useLatestRevision } from '../../http/use-latest-revision';
import { useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { type ChosenRequirement, RequirementPicker } from '../requirement-picker/requirement-picker';
import type { JobProfile } from './profile-actions';
import { type Requirement, RequirementTable } from './requirement-table';
import formStyles from '../../form/form.module.css';
import styles from './job-profile.module.css';

interface Typed {
  name: string;
  code: string;
  departmentId: string;
  description: string;
  requirements: readonly Requirement[];
}

const DEFAULT_LEVEL = 3;

/** The editor of the current version of a job profile, or (null) of a new one. */
export function ProfileForm({ profile }: { profile: JobProfile | null }): ReactNode {
  const t = useTranslations('jobProfile');
  const form = useTranslations('form');
  const [, navigate] = useLocation();
  const departments = useRead('/api/departments/options');
  const [revision, noteStored] = useLatestRevision(profile);

  const submit = ({ name, code, departmentId, description, requirements }: Typed): Promise<JobProfile> => {
    const body = {
      name,
      code: code || null,
      departmentId: departmentId || null,
      description: description || null,
      requirements: requirements.map(({ requirement: _, ...row }) => row),
    };
    if (!profile) return answered(api.POST('/api/job-profiles', { body }));
    const params = { path: { id: profile.id }, header: ifMatch({ revision }) };
    return answered(api.PUT('/api/job-profiles/{id}', { params, body }));
  };
  return (
    <Loaded read={departments}>
      {(choices) => (
        <Form<Typed, JobProfile>
          name={`job profile ${profile?.id ?? 'new'}`}
          label={profile?.name ?? t('new')}
          values={{
            name: profile?.name ?? '',
            code: profile?.code ?? '',
            departmentId: profile?.departmentId ?? '',
            description: profile?.description ?? '',
            requirements: profile?.requirements ?? [],
          }}
          submit={submit}
          onSaved={({ name }, stored) => {
            noteStored(stored);
            notify({ kind: 'done', text: t('saved', { name }) });
            void refresh('/api/job-profiles');
            if (!profile) navigate(`/job-profiles/${stored.id}`);
          }}
          action={form('save')}
        >
          <section className={clsx('card', formStyles.form)} aria-label={t('general')}>
            <TextField name="name" label={t('name')} required maxLength={200} />
            <div className={formStyles.formRow}>
              <TextField name="code" label={t('code')} required={false} maxLength={50} />
              <SelectField
                name="departmentId"
                label={t('department')}
                required={false}
                choices={[{ value: '', text: t('noDepartment') }, ...rowChoices(choices)]}
              />
            </div>
            <TextArea name="description" label={t('description')} required={false} rows={2} maxLength={4000} />
          </section>
          <Requirements />
        </Form>
      )}
    </Loaded>
  );
}

function Requirements(): ReactNode {
  const t = useTranslations('jobProfile');
  const { field, fieldState } = useController<Typed, 'requirements'>({ name: 'requirements' });
  const [isChoosing, setChoosing] = useState(false);
  const add = ({ name, ...target }: ChosenRequirement): void => {
    setChoosing(false);
    const isThere = field.value.some(
      ({ competencyId, skillId }) => competencyId === target.competencyId && skillId === target.skillId,
    );
    if (isThere) notify({ kind: 'failed', text: t('alreadyRequired', { name }) });
    else
      field.onChange([
        ...field.value,
        { id: newId(), requirement: name, ...target, requiredLevel: DEFAULT_LEVEL, isCritical: false },
      ]);
  };
  return (
    <section className={clsx('stack', styles.requirements)} aria-labelledby="profile-requirements">
      <div className="page-head">
        <h2 id="profile-requirements">{t('requirements')}</h2>
        <Button onClick={() => setChoosing(true)}>{t('add')}</Button>
      </div>
      <RequirementTable requirements={field.value} onChange={field.onChange} />
      {fieldState.error?.message !== undefined && <p className={formStyles.fieldError}>{fieldState.error.message}</p>}
      {isChoosing && <RequirementPicker onChoose={add} onClose={() => setChoosing(false)} />}
    </section>
  );
}
