import { type ReactNode, Suspense } from 'react';
import { mayPass } from '../../../shared/kernel/permissions';
import { useProfile, visitorOf } from '../../app/session';
import { useRead } from '../../http/use-read';
import { LegalHold } from '../../platform/legal-hold/legal-hold';
import { AreaTexts } from '../../texts/texts';
import { Loaded, Loading } from '../../ui/loaded';
import type { Employee } from '../employees/employee';

/** The legal hold of the employee, for administrators. */
export function HoldSection({ employee: { id, fullName } }: { employee: Employee }): ReactNode {
  const mayManage = mayPass(visitorOf(useProfile()).roles, 'privacy:manage');
  const read = useRead('/api/employees/{id}/legal-hold', { path: { id } }, { enabled: mayManage });
  if (!mayManage) return null;
  return (
    <Suspense fallback={<Loading />}>
      <AreaTexts area="platform">
        <Loaded read={read}>
          {({ legalHold }) => <LegalHold employeeId={id} person={fullName} hold={legalHold} />}
        </Loaded>
      </AreaTexts>
    </Suspense>
  );
}
