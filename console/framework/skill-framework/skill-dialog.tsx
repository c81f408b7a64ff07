import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { editedLevels, type EditedLevels, LevelFields, levelsOf, SKILL_LEVELS } from '../levels/level-fields';
import type { Framework } from './framework';
import formStyles from '../../form/form.module.css';

type Skill = Framework['skills'][number];

interface Typed {
  name: string;
  code: string;
  category: string;
  description: string;
  levels: EditedLevels;
}

/** The dialog opened by `edit` in the address: the id of a skill, or `new`. */
export function SkillDialog({ framework }: { framework: Framework }): ReactNode {
  const t = useTranslations('skillFramework');
  const address = useAddress();
  const id = address.get('edit');
  const skill = framework.skills.find((row) => row.id === id) ?? null;
  if (!skill && id !== 'new') return null;
  return (
    <Dialog title={skill ? t('editSkill') : t('addSkill')} isWide onClose={() => address.close('edit')}>
      <SkillForm key={id} framework={framework} skill={skill} onClose={() => address.close('edit')} />
    </Dialog>
  );
}

interface FormProps {
  framework: Framework;
  skill: Skill | null;
  onClose: () => void;
}

function SkillForm({ framework, skill, onClose }: FormProps): ReactNode {
  const t = useTranslations('skillFramework');
  const form = useTranslations('form');
  // The skills are stored as a whole: those that this dialog was opened with, unless someone changed them since.
  const [opened] = useState(framework);
  const submit = ({ levels, ...typed }: Typed): Promise<Framework> => {
    const content = {
      name: typed.name,
      code: typed.code || null,
      category: typed.category || null,
      description: typed.description || null,
      levels: levelsOf(levels),
    };
    const skills = skill
      ? opened.skills.map((row) => (row.id === skill.id ? { ...content, id: row.id } : row))
      : [...opened.skills, content];
    const params = { path: { id: opened.id }, header: ifMatch(opened) };
    return answered(api.PUT('/api/skill-frameworks/{id}', { params, body: { skills } }));
  };
  return (
    <Form<Typed, Framework>
      name={`skill ${skill?.id ?? 'new'}`}
      label={skill?.name ?? t('addSkill')}
      values={{
        name: skill?.name ?? '',
        code: skill?.code ?? '',
        category: skill?.category ?? '',
        description: skill?.description ?? '',
        levels: editedLevels(SKILL_LEVELS, skill?.levels ?? []),
      }}
      submit={submit}
      onSaved={({ name }) => {
        notify({ kind: 'done', text: t('saved', { name }) });
        void refresh('/api/skill-frameworks');
        onClose();
      }}
      action={form('save')}
    >
      <TextField name="name" label={t('name')} required maxLength={200} />
      <div className={formStyles.formRow}>
        <TextField name="code" label={t('code')} required={false} maxLength={50} />
        <TextField name="category" label={t('category')} required={false} maxLength={200} />
      </div>
      <TextArea name="description" label={t('description')} required={false} rows={2} maxLength={4000} />
      <LevelFields numbers={SKILL_LEVELS} />
    </Form>
  );
}
