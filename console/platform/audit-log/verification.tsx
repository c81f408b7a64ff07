import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import type { ReadResult } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import styles from './audit-log.module.css';

type Result = ReadResult<'/api/audit-logs/verify'>;

/** "Verify": whether any entry was changed, removed or inserted since it was written, in words. */
export function Verification(): ReactNode {
  const t = useTranslations('auditLog');
  const [result, setResult] = useState<Result | null>(null);
  const verify = useSend(() => answered(api.GET('/api/audit-logs/verify')), { refreshes: [], onDone: setResult });
  return (
    <>
      <Button kind="primary" isBusy={verify.isPending} onClick={() => verify.mutate()}>
        {t('verify')}
      </Button>
      <div role="status" className={styles.verification}>
        {verify.isPending ? t('verifying') : result && <Outcome result={result} />}
      </div>
    </>
  );
}

function Outcome({ result: { entries, firstBroken } }: { result: Result }): ReactNode {
  const t = useTranslations('auditLog');
  if (firstBroken === null) return <p>{t('intact', { count: entries })}</p>;
  const { fault, sequence } = firstBroken;
  return <p className={styles.broken}>{t(`faults.${fault}`, { sequence })}</p>;
}
