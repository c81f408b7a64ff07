import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ReasonDialog } from '../../form/reason-dialog';
import { answered, api } from '../../http/client';
import { type Nomination, NOMINATION_PATHS } from './nomination';

interface ReturnDialogProps {
  nomination: Nomination;
  onClose: () => void;
}

/** The dialog that asks why a nomination is returned. */
export default function ReturnDialog({ nomination, onClose }: ReturnDialogProps): ReactNode {
  const t = useTranslations('nominations');
  const { cycleId, subjectId, subject: name } = nomination;
  const params = { path: { cycleId, subjectId } };
  return (
    <ReasonDialog
      name={`return ${cycleId} ${subjectId}`}
      title={t('returnName', { name })}
      label={t('reason')}
      hint={t('reasonHint')}
      maxLength={2000}
      submit={(body) => answered(api.POST('/api/team-nominations/{cycleId}/{subjectId}/return', { params, body }))}
      action={t('return')}
      done={t('returnedNow', { name })}
      refreshes={NOMINATION_PATHS}
      onClose={onClose}
    />
  );
}
