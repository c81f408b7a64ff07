import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import type { RowMenuProps } from '../../list/row-menu';
import { useDeletion } from '../../ui/delete-button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { Employee } from './employee';

const pathOf = ({ id }: Employee) => ({ path: { id } });

/** What can be done with one employee of the list. */
export function useEmployeeMenu(): (employee: Employee) => RowMenuProps {
  const t = useTranslations('employees');
  const address = useAddress();
  const invite = useSend(
    (employee: Employee) => answered(api.POST('/api/employees/{id}/invite', { params: pathOf(employee) })),
    {
      refreshes: ['/api/employees'],
      onDone: (_result, { email }) => notify({ kind: 'done', text: t('invited', { email }) }),
    },
  );
  const deletion = useDeletion<Employee>({
    nameOf: ({ fullName }) => fullName,
    send: (employee) => answered(api.DELETE('/api/employees/{id}', { params: pathOf(employee) })),
    refreshes: ['/api/employees', '/api/departments'],
    text: ({ id }) => (
      <>
        <p>{t('deleteText')}</p>
        <LostReports managerId={id} />
      </>
    ),
  });
  return (employee) => ({
    name: employee.fullName,
    actions: [
      { text: t('edit'), onAction: () => address.change({ edit: employee.id }) },
      ...(employee.status === 'Terminated' ? [] : [{ text: t('invite'), onAction: () => invite.mutate(employee) }]),
      deletion(employee),
    ],
  });
}

/** How many direct reports would have no manager. */
function LostReports({ managerId }: { managerId: string }): ReactNode {
  const t = useTranslations('employees');
  const reports = useRead('/api/employees', { query: { managerId, pageSize: 1 } });
  return <Loaded read={reports}>{({ totalCount }) => <p>{t('deleteReports', { count: totalCount })}</p>}</Loaded>;
}
