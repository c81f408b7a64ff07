import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Section, SubjectResult } from './subject-result';

interface WithholdProps {
  result: SubjectResult;
  comment: Section['items'][number]['comments'][number];
}

/** For HR: whether a comment is withheld from the subject and the manager, and the button that changes it. */
export function WithholdComment({ result, comment }: WithholdProps): ReactNode {
  const t = useTranslations('withhold');
  const [isAsking, setAsking] = useState(false);
  const { isWithheld } = comment;
  if (isWithheld === undefined) return null;
  return (
    <>
      {isWithheld && <Badge tone="warn">{t('withheld')}</Badge>}
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {isWithheld ? t('show') : t('withhold')}
      </Button>
      {isAsking && (
        <ReasonDialog
          result={result}
          commentId={comment.id}
          isWithheld={!isWithheld}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface ReasonProps {
  result: SubjectResult;
  commentId: string;
  /** What the comment becomes. */
  isWithheld: boolean;
  onClose: () => void;
}

function ReasonDialog({ result: { cycleId, subjectId }, commentId, isWithheld, onClose }: ReasonProps): ReactNode {
  const t = useTranslations('withhold');
  const label = isWithheld ? t('withholdTitle') : t('showTitle');
  const params = { path: { cycleId, subjectId, commentId } };
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<{ reason: string }>
        name={`withhold ${commentId}`}
        label={label}
        values={{ reason: '' }}
        submit={({ reason }) =>
          answered(
            api.PUT('/api/evaluation-results/{cycleId}/subjects/{subjectId}/comments/{commentId}', {
              params,
              body: { isWithheld, reason },
            }),
          )
        }
        onSaved={() => {
          notify({ kind: 'done', text: isWithheld ? t('withheldNow') : t('shownNow') });
          onClose();
          void refresh('/api/evaluation-results');
        }}
        action={isWithheld ? t('withhold') : t('show')}
        beside={<CancelButton />}
      >
        <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={2000} />
      </Form>
    </Dialog>
  );
}
