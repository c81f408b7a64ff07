import { type ReactNode, use } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button';
import { DialogScope } from './dialog-scope';

/** "Cancel" of a form in a dialog: closes the dialog, after a question when something was typed. */
export function CancelButton(): ReactNode {
  const t = useTranslations('dialog');
  const dialog = use(DialogScope);
  return <Button onClick={() => dialog?.close()}>{t('cancel')}</Button>;
}
