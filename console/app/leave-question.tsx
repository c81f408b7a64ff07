import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { leaveQuestion } from './leave-guard';
import { useStore } from './store';
import dialogStyles from '../ui/dialog.module.css';

/** Asks before a form with changes is left. */
export function LeaveQuestion(): ReactNode {
  const t = useTranslations('dialog');
  const question = useStore(leaveQuestion);
  if (!question) return null;
  return (
    <Dialog title={t('leaveTitle')} onClose={question.stay}>
      <p>{t('leaveText')}</p>
      <div className={dialogStyles.dialogActions}>
        <Button onClick={question.stay}>{t('stay')}</Button>
        <Button kind="danger" onClick={question.leave}>
          {t('leave')}
        </Button>
      </div>
    </Dialog>
  );
}
