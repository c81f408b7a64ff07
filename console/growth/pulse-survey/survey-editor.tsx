import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { CheckField, SelectField, TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { type PulseSurvey, SURVEY_PATHS } from './survey-state';
import formStyles from '../../form/form.module.css';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './pulse-survey.module.css';

type Question = PulseSurvey['questions'][number];

const QUESTION_TYPES = ['Enps', 'Rating', 'Text'] as const satisfies readonly Question['type'][];
const MAX_QUESTIONS = 50;

interface Typed {
  name: string;
  description: string;
  anonymityThreshold: string;
  departmentIds: Record<string, boolean>;
  questions: { id: string; text: string; type: Question['type']; required: boolean }[];
}

/** The editor of a draft: name, audience, and its questions in order. */
export function SurveyEditor({ survey }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('surveyEditor');
  const form = useTranslations('form');
  const departments = useRead('/api/departments/options');
  const { id, name } = survey;
  const submit = (typed: Typed): Promise<PulseSurvey> => {
    const params = { path: { id }, header: ifMatch(survey) };
    const body = {
      name: typed.name,
      description: typed.description || null,
      anonymityThreshold: Number(typed.anonymityThreshold),
      departmentIds: Object.keys(typed.departmentIds).filter((departmentId) => typed.departmentIds[departmentId]),
      questions: typed.questions.map(({ id: questionId, ...question }) => ({
        ...(questionId === '' ? {} : { id: questionId }),
        ...question,
      })),
    };
    return answered(api.PUT('/api/pulse-surveys/{id}', { params, body }));
  };
  return (
    <Loaded read={departments}>
      {(options) => (
        <Form<Typed, PulseSurvey>
          name={`pulse survey ${id}`}
          label={name}
          values={{
            name,
            description: survey.description ?? '',
            anonymityThreshold: String(survey.anonymityThreshold),
            departmentIds: Object.fromEntries(
              options.map((option) => [option.id, survey.departmentIds.includes(option.id)]),
            ),
            questions: survey.questions,
          }}
          submit={submit}
          onSaved={(typed) => {
            notify({ kind: 'done', text: t('saved', { name: typed.name }) });
            void refresh(...SURVEY_PATHS);
          }}
          action={form('save')}
        >
          <div className={clsx('card', formStyles.form)}>
            <TextField name="name" label={t('name')} required maxLength={200} />
            <TextArea
              name="description"
              label={t('description')}
              hint={t('descriptionHint')}
              required={false}
              rows={2}
            />
            <TextField
              name="anonymityThreshold"
              type="number"
              label={t('threshold')}
              hint={t('thresholdHint')}
              required
            />
            {options.length > 0 && (
              <fieldset className={styles.surveyDepartments}>
                <legend>{t('departments')}</legend>
                <p className={formStyles.hint}>{t('departmentsHint')}</p>
                <div>
                  {options.map((option) => (
                    <CheckField key={option.id} name={`departmentIds.${option.id}`} label={option.name} />
                  ))}
                </div>
              </fieldset>
            )}
          </div>
          <Questions />
        </Form>
      )}
    </Loaded>
  );
}

function Questions(): ReactNode {
  const t = useTranslations('surveyEditor');
  const { control } = useFormContext<Typed>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  return (
    <section className="stack" aria-labelledby="editor-questions">
      <h2 id="editor-questions">{t('questions')}</h2>
      {fields.length === 0 && <p className={dataTableStyles.tableEmpty}>{t('noQuestions')}</p>}
      <ol className="stack">
        {fields.map(({ key }, at) => (
          <li key={key}>
            <QuestionEditor at={at} count={fields.length} onMove={(to) => move(at, to)} onRemove={() => remove(at)} />
          </li>
        ))}
      </ol>
      {fields.length < MAX_QUESTIONS && (
        <p>
          <Button onClick={() => append({ id: '', text: '', type: 'Rating', required: false })}>{t('add')}</Button>
        </p>
      )}
    </section>
  );
}

interface QuestionEditorProps {
  at: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function QuestionEditor({ at, count, onMove, onRemove }: QuestionEditorProps): ReactNode {
  const t = useTranslations('surveyEditor');
  const types = useTranslations('questionType');
  const number = at + 1;
  return (
    <fieldset className={clsx('card', formStyles.form, styles.questionEditor)}>
      <legend>{t('question', { number })}</legend>
      <TextField name={`questions.${at}.text`} label={t('text')} required maxLength={1000} />
      <div className={styles.questionKind}>
        <SelectField
          name={`questions.${at}.type`}
          label={t('type')}
          choices={QUESTION_TYPES.map((value) => ({ value, text: types(value) }))}
        />
        <CheckField name={`questions.${at}.required`} label={t('required')} />
      </div>
      <p className={styles.questionButtons}>
        <Button kind="quiet" disabled={at === 0} aria-label={t('upName', { number })} onClick={() => onMove(at - 1)}>
          {t('up')}
        </Button>
        <Button
          kind="quiet"
          disabled={number === count}
          aria-label={t('downName', { number })}
          onClick={() => onMove(at + 1)}
        >
          {t('down')}
        </Button>
        <Button kind="quiet" aria-label={t('removeName', { number })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </p>
    </fieldset>
  );
}
