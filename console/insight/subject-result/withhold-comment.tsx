import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { lazyPart } from '../../ui/lazy-part';
import type { Section, SubjectResult } from './subject-result';

const WithholdDialog = lazyPart(() => import('./withhold-dialog'));

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
        <Suspense fallback={<Pending />}>
          <WithholdDialog
            result={result}
            commentId={comment.id}
            isWithheld={!isWithheld}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
