import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { useRead } from '../../http/use-read';
import type { Bulk } from '../../list/bulk';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { Person } from '../../ui/person';
import type { Account, Role } from './account';
import { AccountState } from './account-state';
import { useAccountsBulk } from './use-accounts-bulk';
import dataTableStyles from '../../ui/data-table.module.css';

const AccessDialog = lazyPart(() => import('./access-dialog'));
const AccountDialog = lazyPart(() => import('./account-dialog'));

interface AccountsProps {
  title: string;
  /** The roles that an account of this list may have in addition to `User`. */
  roles: readonly Role[];
}

/** Accounts of the organization, or (for an operator who acts for none) of the platform: the API tells them apart. */
export function Accounts({ title, roles }: AccountsProps): ReactNode {
  const t = useTranslations('accounts');
  const roleName = useTranslations('role');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const activity = address.get('status');
  const query = {
    page: address.page,
    pageSize,
    search: address.get('search') || undefined,
    role: address.get('role') || undefined,
    isActive: activity === '' ? undefined : activity === 'active',
  };
  const list = useRead('/api/users-admin', { query }, { keepPrevious: true });
  const bulk = useAccountsBulk(query, list.data?.totalCount ?? 0, roles);
  return (
    <ListPage
      title={title}
      actions={
        <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
          {t('invite')}
        </Button>
      }
      filters={
        <>
          <SearchFilter />
          {roles.length > 1 && <ChoiceFilter name="role" label={t('role')} choices={choicesOf(roles, roleName)} />}
          <ChoiceFilter
            name="status"
            label={t('status')}
            choices={[
              { value: 'active', text: t('active') },
              { value: 'inactive', text: t('inactive') },
            ]}
          />
        </>
      }
      read={list}
      table={(rows) => (
        <AccountTable
          label={title}
          roles={roles}
          accounts={rows}
          bulk={bulk}
          isFiltered={Boolean(query.search ?? query.role ?? query.isActive !== undefined)}
        />
      )}
    >
      <Suspense fallback={<Pending />}>
        {address.get('edit') !== '' && <AccountDialog roles={roles} />}
        {address.get('access') !== '' && <AccessDialog />}
      </Suspense>
    </ListPage>
  );
}

interface AccountTableProps {
  label: string;
  roles: readonly Role[];
  accounts: readonly Account[];
  isFiltered: boolean;
  bulk: Bulk<Account>;
}

function AccountTable({ label, roles, accounts, isFiltered, bulk }: AccountTableProps): ReactNode {
  const t = useTranslations('accounts');
  const roleName = useTranslations('role');
  const address = useAddress();
  const moment = useMoment();
  const columns: Column<Account>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ employeeId, fullName, email }) => (
        <Person id={employeeId} name={fullName}>
          {fullName}
          <span className={dataTableStyles.below}>{email}</span>
        </Person>
      ),
    },
    {
      name: 'roles',
      heading: t('roles'),
      cell: ({ roles: held }) =>
        (held.length > 1 ? held.filter((role) => role !== 'User') : held).map((role) => roleName(role)).join(', '),
    },
    // Accounts of the platform are no employees.
    ...(roles.includes('SystemAdmin')
      ? []
      : [
          {
            name: 'employee',
            heading: t('employee'),
            cell: ({ employeeId, employee, employeeEmail, email }: Account) =>
              employeeId === null ? (
                <span className="muted">{t('noEmployee')}</span>
              ) : (
                <>
                  <Link href={`/employees/${employeeId}`}>{employee}</Link>
                  {employeeEmail !== email && <span className={dataTableStyles.below}>{employeeEmail}</span>}
                </>
              ),
          },
        ]),
    { name: 'status', heading: t('status'), cell: (account) => <AccountState account={account} /> },
    {
      name: 'twoFactor',
      heading: t('twoFactor'),
      cell: ({ twoFactorEnabled }) => (twoFactorEnabled ? t('on') : t('off')),
    },
    {
      name: 'lastSignIn',
      heading: t('lastSignIn'),
      cell: ({ lastSignInAt }) => <span className={dataTableStyles.date}>{moment(lastSignInAt) ?? t('never')}</span>,
    },
  ];
  return (
    <ListTable
      label={label}
      list="accounts"
      bulk={bulk}
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
      menu={({ id, fullName }) => ({
        name: fullName,
        actions: [
          { text: t('edit'), onAction: () => address.change({ edit: id }) },
          { text: t('access'), onAction: () => address.change({ access: id }) },
        ],
      })}
    />
  );
}
