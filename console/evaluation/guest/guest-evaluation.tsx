import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { isWritable } from '../my-evaluation/answer';
import { AnswerForm } from '../my-evaluation/answer-form';
import { guestAnswering } from '../my-evaluation/answering';
import { GivenAnswers } from '../my-evaluation/given-answers';
import { Readers } from '../my-evaluation/readers';
import type { GuestView } from './entrance';

interface EvaluationProps {
  id: string;
  page: GuestView;
  onClose: () => void;
}

/** The questions about one person: the same form as everybody has. */
export function GuestEvaluation({ id, page, onClose }: EvaluationProps): ReactNode {
  const t = useTranslations('guest');
  const form = useTranslations('myEvaluation');
  const format = useFormatter();
  const date = useCalendarDate();
  const [answering] = useState(guestAnswering);
  const read = useRead('/api/guest/evaluations/{id}', { path: { id } });
  return (
    <Loaded read={read}>
      {(evaluation) => (
        <div className="stack">
          <div>
            <Button kind="quiet" onClick={onClose}>
              {t('back')}
            </Button>
          </div>
          <PageTitle>{form('title', { name: evaluation.subject.name ?? form('deleted'), isOwn: 'false' })}</PageTitle>
          {isWritable(evaluation) ? (
            <>
              {page.endDate !== null && <p className="muted">{form('until', { date: date(page.endDate) })}</p>}
              <Readers evaluation={evaluation} />
              <AnswerForm evaluation={evaluation} answering={answering} onSubmitted={onClose} />
            </>
          ) : (
            <>
              {evaluation.submittedAt !== null && (
                <p>
                  {form('submittedOn', {
                    date: format.dateTime(new Date(evaluation.submittedAt), {
                      dateStyle: 'medium',
                      timeStyle: 'short',
                    }),
                  })}
                </p>
              )}
              <GivenAnswers evaluation={evaluation} />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}
