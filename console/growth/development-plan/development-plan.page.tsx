import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { mayPass } from '../../../shared/kernel/permissions';
import { useListOfPage } from '../../app/page-list';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useProfile, visitorOf } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import type { Plan } from '../plan/plan';
import { PlanActions, PlanHead } from '../plan/plan-view';

/** /development-plans/:id: one plan, for its employee, the managers above and HR. */
export function DevelopmentPlanPage({ params: { id = '' } }: PageProps): ReactNode {
  const plan = useRead('/api/development-plans/{id}', { path: { id } });
  return <Loaded read={plan}>{(found) => <PlanPage plan={found} />}</Loaded>;
}

function PlanPage({ plan }: { plan: Plan }): ReactNode {
  const t = useTranslations('developmentPlan');
  const profile = useProfile();
  const isOwn = plan.employeeId === profile.employeeId;
  const isHr = mayPass(visitorOf(profile).roles, 'people:manage');
  const isFromTeam = useAddress().get('from') === 'team';
  // The crumb leads to where the plan was seen.
  useListOfPage(isOwn ? '/my-development' : isHr && !isFromTeam ? '/development-plans' : '/team');
  return (
    <div className="stack">
      <div>
        <div className="page-head">
          <PageTitle>{plan.title}</PageTitle>
        </div>
        <PlanHead plan={plan} />
      </div>
      <section className="card" aria-labelledby="plan-actions">
        <h2 id="plan-actions">{t('actions')}</h2>
        <PlanActions plan={plan} headingId="plan-actions" />
      </section>
    </div>
  );
}
