import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { useCalendarDate } from '../../texts/calendar-date';
import { AskingButton } from '../../ui/asking-button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { GuestChoice, GuestList } from './guest-choice';
import {
  type MyNomination,
  type NamedGuest,
  type NamedPeer,
  NOMINATION_PATHS,
  NominationState,
  PeerList,
} from './nomination';
import { PeerChoice } from './peer-choice';
import styles from './nominations.module.css';

/** /my-nominations: whom the user names as peers in each cycle that asks for them. */
export function MyNominationsPage(): ReactNode {
  const t = useTranslations('nominations');
  const pages = useTranslations('pages');
  const list = useRead('/api/my-nominations');
  return (
    <div className="stack">
      <PageTitle>{pages('myNominations')}</PageTitle>
      <Loaded read={list}>
        {({ items }) => (
          <>
            {items.length === 0 && <p>{t('noneAsked')}</p>}
            {items.map((nomination) => (
              <NominationCard key={nomination.cycleId} nomination={nomination} />
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

function NominationCard({ nomination }: { nomination: MyNomination }): ReactNode {
  const t = useTranslations('nominations');
  const date = useCalendarDate();
  const { cycleId, cycle, status, minPeers, maxPeers, endDate, peerNomination, returnReason, peers, guests } =
    nomination;
  const isEditable = status === 'Open' || status === 'Returned';
  return (
    <section className="card" aria-labelledby={`nomination-${cycleId}`}>
      <h2 id={`nomination-${cycleId}`}>{cycle}</h2>
      <p className={styles.facts}>
        <NominationState status={status} />
      </p>
      {isEditable && (
        <p className={styles.facts}>
          {t(minPeers === maxPeers ? 'askedExactly' : 'asked', { minPeers, maxPeers })}
          {endDate !== null && ` ${t('until', { date: date(endDate) })}`}{' '}
          {t(peerNomination === 'Subject' ? 'subjectDecides' : 'managerDecides')}
        </p>
      )}
      {status === 'Returned' && returnReason !== null && <p role="note">{t('returned', { reason: returnReason })}</p>}
      {isEditable ? (
        <Choice nomination={nomination} />
      ) : (
        <>
          <PeerList peers={peers} label={t('named', { cycle })} />
          <GuestList guests={guests} />
        </>
      )}
    </section>
  );
}

/** Each change is stored at once as the draft, so that nothing chosen is lost. */
function Choice({
  nomination: { cycleId, peers, guests, takesGuests, minPeers, maxPeers, peerNomination },
}: {
  nomination: MyNomination;
}): ReactNode {
  const t = useTranslations('nominations');
  const params = { path: { cycleId } };
  const store = (chosen: { peers?: readonly NamedPeer[]; guests?: readonly NamedGuest[] }): Promise<unknown> => {
    const evaluatorIds = (chosen.peers ?? peers).map(({ employeeId }) => employeeId);
    const body = { evaluatorIds, guests: chosen.guests && [...chosen.guests] };
    return answered(api.PUT('/api/my-nominations/{cycleId}', { params, body }));
  };
  const save = useSend(store, { refreshes: ['/api/my-nominations'] });
  const submit = useSend(() => answered(api.POST('/api/my-nominations/{cycleId}/submit', { params })), {
    refreshes: NOMINATION_PATHS,
    onDone: () => notify({ kind: 'done', text: t('submitted') }),
  });
  return (
    <div className="stack">
      <PeerChoice
        cycleId={cycleId}
        subjectId={null}
        chosen={peers}
        maxPeers={maxPeers}
        isBusy={save.isPending}
        onChange={(chosen) => save.mutate({ peers: chosen })}
      />
      {takesGuests && (
        <GuestChoice
          cycleId={cycleId}
          guests={guests}
          isBusy={save.isPending}
          onChange={(chosen) => save.mutate({ guests: chosen })}
          save={async (chosen) => {
            await store({ guests: chosen });
            await refresh('/api/my-nominations');
          }}
        />
      )}
      <div className={styles.submit}>
        <AskingButton
          name={t('submit')}
          kind="primary"
          title={t('submitTitle')}
          isBusy={submit.isPending}
          isDisabled={save.isPending || peers.length < minPeers}
          onConfirm={(close) => {
            submit.mutate();
            close();
          }}
        >
          <p>{t(peerNomination === 'Subject' ? 'subjectDecides' : 'managerDecides')}</p>
        </AskingButton>
      </div>
    </div>
  );
}
