import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button';
import { copyText } from './copy-text';

/** "Copy", which says when it has copied. */
export function CopyButton({ text, kind = 'quiet' }: { text: string; kind?: 'primary' | 'quiet' }): ReactNode {
  const t = useTranslations('errors');
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await copyText(text));
  };
  return (
    <Button kind={kind} onClick={() => void copy()}>
      {isCopied ? t('copied') : t('copy')}
    </Button>
  );
}
