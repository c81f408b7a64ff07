import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useProfile } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { Paged } from '../../ui/paged';
import { type Plan, PLAN_PATHS } from '../plan/plan';
import { PlanDialog } from '../plan/plan-dialog';
import { PlanState } from '../plan/plan-state';
import { PlanActions, PlanHead } from '../plan/plan-view';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './my-development.module.css';

const PAGE_SIZE = 20;

/** /my-development: the user's development plans; those that go on with everything, the others as a list. */
export function MyDevelopmentPage(): ReactNode {
  const t = useTranslations('myDevelopment');
  const pages = useTranslations('pages');
  const { employeeId } = useProfile();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={styles.myDevelopment}>
      <div className="page-head">
        <PageTitle>{pages('myDevelopment')}</PageTitle>
        {employeeId !== null && (
          <>
            <FromGaps employeeId={employeeId} />
            <Button kind="primary" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          </>
        )}
      </div>
      {employeeId === null ? (
        <p className={dataTableStyles.tableEmpty}>{t('noEmployee')}</p>
      ) : (
        <OwnPlans employeeId={employeeId} />
      )}
      {isAdding && <PlanDialog plan={null} onClose={() => setAdding(false)} />}
    </div>
  );
}

function OwnPlans({ employeeId }: { employeeId: string }): ReactNode {
  const t = useTranslations('myDevelopment');
  const { page } = useAddress();
  const query = { employeeId, page, pageSize: PAGE_SIZE };
  const list = useRead('/api/development-plans', { query }, { keepPrevious: true });
  return (
    <Loaded read={list}>
      {(shown) => {
        const ended = shown.items.filter(isOver);
        if (shown.totalCount === 0) return <p className={dataTableStyles.tableEmpty}>{t('empty')}</p>;
        return (
          <div className="stack">
            <Paged shown={shown} isQuiet>
              {shown.items
                .filter((plan) => !isOver(plan))
                .map((plan) => (
                  <OpenPlan key={plan.id} plan={plan} />
                ))}
              {ended.length > 0 && <EndedPlans plans={ended} />}
            </Paged>
          </div>
        );
      }}
    </Loaded>
  );
}

const isOver = ({ status }: Plan): boolean => status === 'Completed' || status === 'Cancelled';

function OpenPlan({ plan }: { plan: Plan }): ReactNode {
  const headingId = `plan-${plan.id}`;
  return (
    <section className={clsx('card', styles.openPlan)} aria-labelledby={headingId}>
      <h2 id={headingId}>{plan.title}</h2>
      <PlanHead plan={plan} />
      <PlanActions plan={plan} headingId={headingId} />
    </section>
  );
}

function EndedPlans({ plans }: { plans: readonly Plan[] }): ReactNode {
  const t = useTranslations('myDevelopment');
  return (
    <section className="card" aria-labelledby="ended-plans">
      <h2 id="ended-plans">{t('ended')}</h2>
      <ul className={styles.endedPlans}>
        {plans.map(({ id, title, status }) => (
          <li key={id}>
            <Link href={`/development-plans/${id}`}>{title}</Link> <PlanState status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A draft with an action for each of the largest gaps of the last published results. */
function FromGaps({ employeeId }: { employeeId: string }): ReactNode {
  const t = useTranslations('myDevelopment');
  const make = useSend(() => answered(api.POST('/api/development-plans/from-gaps', { body: { employeeId } })), {
    refreshes: PLAN_PATHS,
    onDone: ({ title }) => notify({ kind: 'done', text: t('madeFromGaps', { name: title }) }),
  });
  return (
    <Button isBusy={make.isPending} onClick={() => make.mutate()}>
      {t('fromGaps')}
    </Button>
  );
}
