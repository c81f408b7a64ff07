import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { saveFile } from '../../http/save-file';
import { type ReadResult, useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import formStyles from '../../form/form.module.css';

const PATH = '/api/my-profile/personal-data';
type OwnRequest = ReadResult<typeof PATH>['items'][number];

/** A copy of everything that is stored about you. */
export function PersonalData(): ReactNode {
  const t = useTranslations('profile');
  const requests = useRead(PATH, { query: { pageSize: 5 } });
  return (
    <section className="card stack" aria-labelledby="profile-personal-data">
      <h2 id="profile-personal-data">{t('personalData')}</h2>
      <p className="muted">{t('personalDataText')}</p>
      <Loaded read={requests}>{({ items }) => <OwnRequests requests={items} />}</Loaded>
    </section>
  );
}

function OwnRequests({ requests }: { requests: readonly OwnRequest[] }): ReactNode {
  const t = useTranslations('profile');
  const format = useFormatter();
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'long' });
  const ask = useSend(() => answered(api.POST(PATH)), { refreshes: [PATH] });
  const download = useSend((id: string) => saveFile(`${PATH}/${id}/file`), { refreshes: [] });
  const open = requests.find(({ status }) => status !== 'Completed' && status !== 'Cancelled');
  const ready = requests.find(({ fileId }) => fileId !== null);
  return (
    <>
      {open && <p role="status">{t('personalDataAsked', { date: day(open.createdAt), due: day(open.dueAt) })}</p>}
      {ready?.completedAt && <p>{t('personalDataReady', { date: day(ready.completedAt) })}</p>}
      <div className={formStyles.formActions}>
        {ready && (
          <Button kind="primary" isBusy={download.isPending} onClick={() => download.mutate(ready.id)}>
            {t('personalDataDownload')}
          </Button>
        )}
        {!open && (
          <Button isBusy={ask.isPending} onClick={() => ask.mutate()}>
            {ready ? t('personalDataAgain') : t('personalDataDownload')}
          </Button>
        )}
      </div>
    </>
  );
}
