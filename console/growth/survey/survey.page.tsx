import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { type ReadResult, useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { ScoreField } from './score-field';
import styles from './survey.module.css';

type Survey = ReadResult<'/api/pulse-surveys/{id}/to-answer'>;
type Question = Survey['questions'][number];

const MAX_TEXT = 4_000;

/** /surveys/:id: a pulse survey to be answered once, anonymously. */
export function SurveyPage({ params: { id = '' } }: PageProps): ReactNode {
  const survey = useRead('/api/pulse-surveys/{id}/to-answer', { path: { id } });
  return (
    <Loaded read={survey}>
      {(found) => (
        <div className={clsx(styles.survey, 'stack')}>
          <PageTitle>{found.name}</PageTitle>
          {found.status === 'Open' && found.answered === false ? (
            <SurveyForm survey={found} />
          ) : (
            <SurveyOver survey={found} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function SurveyForm({ survey }: { survey: Survey }): ReactNode {
  const t = useTranslations('survey');
  const { id, name, description, questions, anonymityThreshold } = survey;
  const submit = (typed: Record<string, string>): Promise<unknown> => {
    const answers = questions.flatMap((question) => toAnswer(question, typed[fieldName(question)] ?? ''));
    return answered(api.POST('/api/pulse-surveys/{id}/respond', { params: { path: { id } }, body: { answers } }));
  };
  return (
    <>
      {description !== null && <p className={styles.surveyDescription}>{description}</p>}
      <div className={styles.surveyPromise}>
        <h2>{t('anonymous')}</h2>
        <p>{t('anonymousText', { threshold: anonymityThreshold ?? 0 })}</p>
      </div>
      <Form<Record<string, string>>
        name={`survey ${id}`}
        label={name}
        values={Object.fromEntries(questions.map((question) => [fieldName(question), '']))}
        submit={submit}
        onSaved={() => void refresh('/api/pulse-surveys', '/api/my-dashboard')}
        action={t('send')}
        secondary={<p className="muted">{t('once')}</p>}
      >
        {questions.map((question) => (
          <QuestionField key={question.id} question={question} />
        ))}
      </Form>
    </>
  );
}

function QuestionField({ question }: { question: Question }): ReactNode {
  const t = useTranslations('survey');
  const { text, type, required } = question;
  const name = fieldName(question);
  if (type === 'Text')
    return (
      <div className="card">
        <TextArea name={name} label={text} required={required} maxLength={MAX_TEXT} />
      </div>
    );
  const isEnps = type === 'Enps';
  return (
    <ScoreField
      name={name}
      label={text}
      isRequired={required}
      scale={isEnps ? { from: 0, to: 10 } : { from: 1, to: 5 }}
      ends={isEnps ? [t('enpsLeast'), t('enpsMost')] : [t('ratingLeast'), t('ratingMost')]}
    />
  );
}

/** The form stores answers by question; a name must not look like a path. */
const fieldName = ({ id }: Question): string => `question-${id}`;

function toAnswer({ id, type }: Question, typed: string): { questionId: string; score?: number; text?: string }[] {
  if (typed.trim() === '') return [];
  return [type === 'Text' ? { questionId: id, text: typed } : { questionId: id, score: Number(typed) }];
}

/** Why there is nothing to answer, or nothing any more. */
function SurveyOver({ survey: { answered: hasAnswered, anonymityThreshold } }: { survey: Survey }): ReactNode {
  const t = useTranslations('survey');
  const pages = useTranslations('pages');
  return (
    <section className="card stack" role="status">
      <p>{hasAnswered ? t('thanks', { threshold: anonymityThreshold ?? 0 }) : t('closed')}</p>
      <p>
        <Link href="/">{pages('home')}</Link>
      </p>
    </section>
  );
}
