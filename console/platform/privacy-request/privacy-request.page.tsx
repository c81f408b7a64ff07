import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import { LegalHold } from '../legal-hold/legal-hold';
import { RequestStatus } from '../privacy-requests/request-status';
import { Comments } from './comments';
import { Counts } from './counts';
import { Mentions } from './mentions';
import type { PrivacyRequest } from './privacy-request';
import { RequestActions } from './request-actions';
import styles from './privacy-request.module.css';

/** How often a request is read again while a job works on it. */
const WORKING_MS = 2_000;
const WORKING: readonly PrivacyRequest['status'][] = ['Collecting', 'Completing'];

/** /privacy-requests/:id: what is to be decided on, and the last step. */
export function PrivacyRequestPage({ params }: PageProps): ReactNode {
  const id = params.id ?? '';
  const path = { id };
  const first = useRead('/api/privacy-requests/{id}', { path });
  const isWorking = first.data !== undefined && WORKING.includes(first.data.status);
  // The same read: while a job works it is repeated.
  useRead('/api/privacy-requests/{id}', { path }, isWorking ? { every: WORKING_MS } : { enabled: false });
  return <Loaded read={first}>{(request) => <ShownRequest request={request} />}</Loaded>;
}

function ShownRequest({ request }: { request: PrivacyRequest }): ReactNode {
  const t = useTranslations('privacyRequests');
  const { id, kind, status, employeeId, employee, legalHold } = request;
  return (
    <div className="stack">
      <div className="page-head">
        <PageTitle face={<PersonFace id={employeeId} name={employee} />}>
          {t('title', { kind: t(kind), person: employee ?? t('formerAccount') })}
        </PageTitle>
        <RequestActions request={request} />
      </div>
      <Facts request={request} />
      {kind === 'Erasure' && status !== 'Completed' && employeeId !== null && (
        <LegalHold employeeId={employeeId} person={employee ?? t('formerAccount')} hold={legalHold} />
      )}
      {status === 'Collecting' && <p role="status">{t('collecting')}</p>}
      {status === 'Completing' && <p role="status">{t('completing')}</p>}
      {status !== 'Collecting' && kind === 'Access' && <Comments id={id} isOpen={status === 'Review'} />}
      {status !== 'Collecting' && kind === 'Erasure' && (
        <>
          <Counts request={request} />
          {status !== 'Completed' && <Mentions id={id} isOpen={status === 'Review'} />}
        </>
      )}
    </div>
  );
}

function Facts({ request }: { request: PrivacyRequest }): ReactNode {
  const t = useTranslations('privacyRequests');
  const format = useFormatter();
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'long' });
  const { status, createdAt, dueAt, extendedAt, completedAt, note, reason } = request;
  return (
    <dl className={clsx('card', styles.privacyFacts)}>
      <div>
        <dt>{t('status')}</dt>
        <dd>
          <RequestStatus status={status} />
        </dd>
      </div>
      <Fact term={t('created')}>{day(createdAt)}</Fact>
      <Fact term={t('due')}>{extendedAt === null ? day(dueAt) : t('extendedTo', { date: day(dueAt) })}</Fact>
      {completedAt !== null && <Fact term={t('Completed')}>{day(completedAt)}</Fact>}
      {note !== null && <Fact term={t('note')}>{note}</Fact>}
      {reason !== null && <Fact term={t('reason')}>{reason}</Fact>}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
