import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { RowMenu } from '../../list/row-menu';
import { ConfirmDialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { Employee } from './employee';

/** What can be done with one employee of the list. */
export function EmployeeActions({ employee }: { employee: Employee }): ReactNode {
  const t = useTranslations('employees');
  const address = useAddress();
  const [isDeleting, setDeleting] = useState(false);
  const { id, fullName, email, status } = employee;
  const path = { path: { id } };
  const invite = useSend(() => answered(api.POST('/api/employees/{id}/invite', { params: path })), {
    refreshes: ['/api/employees'],
    onDone: () => notify({ kind: 'done', text: t('invited', { email }) }),
  });
  const remove = useSend(() => answered(api.DELETE('/api/employees/{id}', { params: path })), {
    refreshes: ['/api/employees', '/api/departments'],
    onDone() {
      setDeleting(false);
      notify({ kind: 'done', text: t('deleted', { name: fullName }) });
    },
  });
  return (
    <>
      <RowMenu
        name={fullName}
        actions={[
          { text: t('edit'), onAction: () => address.change({ edit: id }) },
          ...(status === 'Terminated' ? [] : [{ text: t('invite'), onAction: () => invite.mutate() }]),
          { text: t('delete'), onAction: () => setDeleting(true) },
        ]}
      />
      {isDeleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: fullName })}
          action={t('delete')}
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        >
          <p>{t('deleteText')}</p>
          <LostReports managerId={id} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** How many direct reports would have no manager. */
function LostReports({ managerId }: { managerId: string }): ReactNode {
  const t = useTranslations('employees');
  const reports = useRead('/api/employees', { query: { managerId, pageSize: 1 } });
  return <Loaded read={reports}>{({ totalCount }) => <p>{t('deleteReports', { count: totalCount })}</p>}</Loaded>;
}
