import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AskingButton } from '../../ui/asking-button';

interface StepButtonProps {
  name: string;
  /** The next step of the cycle has the primary button. */
  isNext?: boolean;
  isDanger?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  /** What it will do, and to how many. */
  children: ReactNode;
  /** Never rejects. */
  onConfirm: () => Promise<unknown>;
}

export function StepButton({ isNext = false, onConfirm, ...props }: StepButtonProps): ReactNode {
  const t = useTranslations('cycle');
  return (
    <AskingButton
      {...props}
      kind={isNext ? 'primary' : 'plain'}
      title={t('ask', { step: props.name })}
      onConfirm={(close) => void onConfirm().finally(close)}
    />
  );
}
