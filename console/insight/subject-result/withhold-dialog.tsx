import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ReasonDialog } from '../../form/reason-dialog';
import { answered, api } from '../../http/client';
import type { SubjectResult } from './subject-result';

interface WithholdDialogProps {
  result: SubjectResult;
  commentId: string;
  /** What the comment becomes. */
  isWithheld: boolean;
  onClose: () => void;
}

/** Asks why a comment is withheld, or shown again. */
export default function WithholdDialog({
  result: { cycleId, subjectId },
  commentId,
  isWithheld,
  onClose,
}: WithholdDialogProps): ReactNode {
  const t = useTranslations('withhold');
  const params = { path: { cycleId, subjectId, commentId } };
  return (
    <ReasonDialog
      name={`withhold ${commentId}`}
      title={isWithheld ? t('withholdTitle') : t('showTitle')}
      label={t('reason')}
      hint={t('reasonHint')}
      maxLength={2000}
      submit={({ reason }) =>
        answered(
          api.PUT('/api/evaluation-results/{cycleId}/subjects/{subjectId}/comments/{commentId}', {
            params,
            body: { isWithheld, reason },
          }),
        )
      }
      action={isWithheld ? t('withhold') : t('show')}
      done={isWithheld ? t('withheldNow') : t('shownNow')}
      refreshes={['/api/evaluation-results']}
      onClose={onClose}
    />
  );
}
