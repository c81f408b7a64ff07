import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { paintBrand } from '../../app/brand';
import { PageTitle } from '../../app/page-title';
import { ApiError, isSessionEnd } from '../../http/api-error';
import { AreaTexts, speak } from '../../texts/texts';
import { useErrorText } from '../../ui/error-view';
import { Loading } from '../../ui/loaded';
import { type GuestView, NoLink, useEntrance } from './entrance';
import { GuestEvaluation } from './guest-evaluation';
import { GuestTasks } from './guest-tasks';
import styles from './guest.module.css';

/** /guest: what the link of a guest opens. No account, no navigation. */
export function GuestPage(): ReactNode {
  return (
    <AreaTexts area="evaluation">
      <Guest />
    </AreaTexts>
  );
}

function Guest(): ReactNode {
  const { data: page, error } = useEntrance();
  useEffect(() => {
    if (!page) return;
    paintBrand(page.primaryColor);
    speak({ tag: page.locale, timeZone: page.timezone }, false);
  }, [page]);
  return (
    <div className={styles.guest}>
      <header>
        <p>{page?.organization}</p>
      </header>
      <main>{error ? <Ended error={error} /> : page ? <GuestContent page={page} /> : <Loading />}</main>
    </div>
  );
}

function GuestContent({ page }: { page: GuestView }): ReactNode {
  const [openId, setOpenId] = useState<string | null>(null);
  const shown = page.evaluations.find(({ id }) => id === openId);
  return shown ? (
    <GuestEvaluation key={shown.id} id={shown.id} page={page} onClose={() => setOpenId(null)} />
  ) : (
    <GuestTasks page={page} onOpen={setOpenId} />
  );
}

/** Why the link opens nothing. */
function Ended({ error }: { error: Error }): ReactNode {
  const t = useTranslations('guest');
  const pages = useTranslations('pages');
  const textOf = useErrorText();
  const isWithoutLink = error instanceof NoLink || isSessionEnd(error);
  // The code of a wrong link is that of a wrong password; the reason says which.
  const says = error instanceof ApiError && error.reason !== null ? error.message : textOf(error);
  const isEnd = error instanceof ApiError && error.status === 409;
  return (
    <div className="card stack">
      <PageTitle>{isWithoutLink ? pages('guest') : isEnd ? t('ended') : t('notOpened')}</PageTitle>
      <p role="alert">{isWithoutLink ? t('noLink') : says}</p>
      <p className="muted">{t('askHr')}</p>
    </div>
  );
}
