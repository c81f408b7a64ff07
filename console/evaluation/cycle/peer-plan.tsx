import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { useAddress } from '../../app/use-address';
import { api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { JobOnPage } from '../../jobs/job-progress';
import { hasEnded } from '../../jobs/job-watch';
import { RESPOND_ASYNC } from '../../jobs/start-job';
import { useJob } from '../../jobs/use-job';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Filters, SearchFilter } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import { Person } from '../../ui/person';
import type { Cycle } from './cycle-state';
import { useCycleJob } from './use-cycle-job';
import styles from './cycle.module.css';

type Plan = ReadResult<'/api/evaluation-cycles/{id}/peer-plans/{jobId}'>;
type Pick = Plan['picks']['items'][number];

type Pair = components['schemas']['PeerPair'];

/** A pick that is not to be assigned. */
type TakenOut = Pair & { load: number };

const PAGE_SIZE = 20;
/** Picks that the API takes out of one plan. */
const MAX_WITHOUT = 1_000;

/** The plan of peers that the address names as `plan`: who would evaluate whom, why, and how the work is shared. */
export function PeerPlan({ cycle, jobId }: { cycle: Cycle; jobId: string }): ReactNode {
  const t = useTranslations('peerPlan');
  const address = useAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = useTranslations('cycle');
  const label = steps('jobLabel', { step: steps('peers.preview'), name: cycle.name });
  const job = useJob(jobId, { label, about: cycle.id, href: `/cycles/${cycle.id}`, refreshes: [] });
  useEffect(() => heading.current?.focus(), []);
  const close = (): void => address.close('plan', 'page', 'search');
  return (
    <section className={clsx('card', styles.peerPlan)} aria-labelledby="peer-plan">
      <div className="page-head">
        <h2 id="peer-plan" ref={heading} tabIndex={-1}>
          {t('title')}
        </h2>
        <Button kind="quiet" onClick={close}>
          {t('close')}
        </Button>
      </div>
      <Loaded read={job}>
        {(found) => {
          if (!hasEnded(found)) return <JobOnPage id={found.id} label={t('planning')} job={found} />;
          if (found.status === 'Failed') return <p role="alert">{found.error?.message}</p>;
          return <PlanView key={jobId} cycle={cycle} jobId={jobId} onClose={close} />;
        }}
      </Loaded>
    </section>
  );
}

function PlanView({ cycle, jobId, onClose }: { cycle: Cycle; jobId: string; onClose: () => void }): ReactNode {
  const t = useTranslations('peerPlan');
  const steps = useTranslations('cycle');
  const address = useAddress();
  const assignment = useCycleJob(cycle, { type: 'evaluation.assign-peers', step: steps('peers.name') });
  const { without, toggle } = useTakenOut(jobId);
  const path = { id: cycle.id, jobId };
  const query = { page: address.page, pageSize: PAGE_SIZE, search: address.get('search') || undefined };
  const plan = useRead('/api/evaluation-cycles/{id}/peer-plans/{jobId}', { path, query }, { keepPrevious: true });
  const assign = async (): Promise<void> => {
    const job = await assignment.start(() =>
      api.POST('/api/evaluation-cycles/{id}/auto-assign-peers', {
        params: { path: { id: cycle.id }, query: { planId: jobId } },
        body: { without: without.map(({ subjectId, evaluatorId }) => ({ subjectId, evaluatorId })) },
        headers: RESPOND_ASYNC,
      }),
    );
    if (job) onClose();
  };
  return (
    <Loaded read={plan}>
      {(found) => (
        <div className="stack">
          <Summary plan={found} minPeers={cycle.settings.minPeers} without={without} />
          {found.assigned > 0 && (
            <Filters className={styles.peerPlanSearch}>
              <SearchFilter />
            </Filters>
          )}
          <Paged shown={found.picks}>
            <Picks
              picks={found.picks.items}
              without={without}
              onToggle={toggle}
              isFiltered={query.search !== undefined}
            />
          </Paged>
          <p>
            <Button
              kind="primary"
              isBusy={assignment.isBusy}
              disabled={found.assigned === without.length}
              onClick={() => void assign()}
            >
              {t('assign')}
            </Button>{' '}
            <span className="muted" role="status">
              {t('assignText', { count: found.assigned - without.length })}{' '}
              {without.length > 0 && t('takenOutText', { count: without.length })}
            </span>
          </p>
        </div>
      )}
    </Loaded>
  );
}

function Summary({
  plan,
  minPeers,
  without,
}: {
  plan: Plan;
  minPeers: number;
  without: readonly TakenOut[];
}): ReactNode {
  const t = useTranslations('peerPlan');
  const { assigned, belowMinimum, shortages } = plan;
  const loads = loadsWithout(plan.loads, without);
  return (
    <div>
      <p>{t('summary', { count: assigned - without.length })}</p>
      {loads.length > 0 && (
        <>
          <h3>{t('loads')}</h3>
          <ul className={styles.peerPlanLoads}>
            {loads.map(({ load, evaluators }) => (
              <li key={load}>{t('load', { load, evaluators })}</li>
            ))}
          </ul>
        </>
      )}
      {belowMinimum > 0 && (
        <details>
          <summary>
            {t('belowMinimum', { count: belowMinimum, minPeers })} {without.length > 0 && t('beforeTakenOut')}
          </summary>
          <ul>
            {shortages.map(({ subjectId, subject, assigned: peers }) => (
              <li key={subjectId}>{t('shortage', { name: subject ?? t('deleted'), peers })}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The loads that are left when these picks are not assigned; evaluators who lose all of them are in none. */
function loadsWithout(loads: Plan['loads'], without: readonly TakenOut[]): Plan['loads'] {
  const counts = new Map(loads.map(({ load, evaluators }) => [load, evaluators]));
  const lost = new Map<string, { load: number; picks: number }>();
  for (const { evaluatorId, load } of without)
    lost.set(evaluatorId, { load, picks: (lost.get(evaluatorId)?.picks ?? 0) + 1 });
  for (const { load, picks } of lost.values()) {
    counts.set(load, (counts.get(load) ?? 0) - 1);
    if (load > picks) counts.set(load - picks, (counts.get(load - picks) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, evaluators]) => evaluators > 0)
    .map(([load, evaluators]) => ({ load, evaluators }))
    .sort((first, second) => first.load - second.load);
}

/** The picks that the user took out of a plan. They survive a reload of the tab. */
function useTakenOut(jobId: string): { without: readonly TakenOut[]; toggle: (pick: TakenOut) => void } {
  const key = `peer-plan ${jobId}`;
  const [without, setWithout] = useState(() => JSON.parse(sessionStorage.getItem(key) ?? '[]') as readonly TakenOut[]);
  return {
    without,
    toggle({ subjectId, evaluatorId, load }) {
      const others = without.filter((pair) => !isPair(pair, { subjectId, evaluatorId }));
      const next = others.length < without.length ? others : [...without, { subjectId, evaluatorId, load }];
      sessionStorage.setItem(key, JSON.stringify(next));
      setWithout(next);
    },
  };
}

const isPair = (pair: Pair, other: Pair): boolean =>
  pair.subjectId === other.subjectId && pair.evaluatorId === other.evaluatorId;

interface PicksProps {
  picks: readonly Pick[];
  without: readonly TakenOut[];
  onToggle: (pick: TakenOut) => void;
  isFiltered: boolean;
}

function Picks({ picks, without, onToggle, isFiltered }: PicksProps): ReactNode {
  const t = useTranslations('peerPlan');
  const isOut = (pick: Pair): boolean => without.some((pair) => isPair(pair, pick));
  const columns: Column<Pick>[] = [
    {
      name: 'subject',
      heading: t('subject'),
      cell: ({ subjectId, subject }) => (
        <Person id={subjectId} name={subject}>
          {subject ?? t('deleted')}
        </Person>
      ),
    },
    {
      name: 'evaluator',
      heading: t('evaluator'),
      cell: (pick) => (
        <Person id={pick.evaluatorId} name={pick.evaluator}>
          {isOut(pick) ? <s>{pick.evaluator ?? t('deleted')}</s> : (pick.evaluator ?? t('deleted'))}
        </Person>
      ),
    },
    {
      name: 'reason',
      heading: t('reason'),
      cell: ({ shared }) =>
        shared.length === 0
          ? t('noneCloser')
          : t('same', { what: shared.map((trait) => t(`shared.${trait}`)).join(', ') }),
    },
    {
      name: 'load',
      heading: t('loadOfEvaluator'),
      isNumber: true,
      cell: ({ evaluatorId, load }) => load - without.filter((pair) => pair.evaluatorId === evaluatorId).length,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={picks}
      rowKey={({ subjectId, evaluatorId }) => `${subjectId} ${evaluatorId}`}
      menu={(pick) => ({
        name: t('evaluates', { subject: pick.subject ?? t('deleted'), evaluator: pick.evaluator ?? t('deleted') }),
        actions: [
          {
            text: t(isOut(pick) ? 'putBack' : 'takeOut'),
            isDisabled: without.length >= MAX_WITHOUT && !isOut(pick),
            onAction: () => onToggle(pick),
          },
        ],
      })}
      empty={<p>{isFiltered ? t('noneFound') : t('nothingToAdd')}</p>}
    />
  );
}
