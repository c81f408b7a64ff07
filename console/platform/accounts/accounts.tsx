import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { type ReadResult, useRead } from '../../http/use-read';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { AccessDialog } from './access-dialog';
import { AccountDialog } from './account-dialog';
import { AccountState } from './account-state';
import dataTableStyles from '../../ui/data-table.module.css';

export type Account = ReadResult<'/api/users-admin/{id}'>;
export type Role = Account['roles'][number];

const PAGE_SIZE = 50;

interface AccountsProps {
  title: string;
  /** The roles that an account of this list may have beside `User`. */
  roles: readonly Role[];
}

/** Accounts of the organization, or (for an operator who acts for none) of the platform: the API tells them apart. */
export function Accounts({ title, roles }: AccountsProps): ReactNode {
  const t = useTranslations('accounts');
  const roleName = useTranslations('role');
  const address = useAddress();
  const activity = address.get('status');
  const query = {
    page: address.page,
    pageSize: PAGE_SIZE,
    search: address.get('search') || undefined,
    role: address.get('role') || undefined,
    isActive: activity === '' ? undefined : activity === 'active',
  };
  const list = useRead('/api/users-admin', { query }, { keep: true });
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
          isFiltered={Boolean(query.search ?? query.role ?? query.isActive !== undefined)}
        />
      )}
    >
      <AccountDialog roles={roles} />
      <AccessDialog />
    </ListPage>
  );
}

interface AccountTableProps {
  label: string;
  roles: readonly Role[];
  accounts: readonly Account[];
  isFiltered: boolean;
}

function AccountTable({ label, roles, accounts, isFiltered }: AccountTableProps): ReactNode {
  const t = useTranslations('accounts');
  const roleName = useTranslations('role');
  const address = useAddress();
  const moment = useMoment();
  const columns: Column<Account>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ fullName, email }) => (
        <>
          {fullName}
          <span className={dataTableStyles.below}>{email}</span>
        </>
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
            cell: ({ employeeId, employee }: Account) =>
              employeeId === null ? (
                <span className="muted">{t('noEmployee')}</span>
              ) : (
                <Link href={`/employees/${employeeId}`}>{employee}</Link>
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
    <DataTable
      label={label}
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
      actions={({ id }) => (
        <>
          <Button kind="quiet" onClick={() => address.change({ edit: id })}>
            {t('edit')}
          </Button>
          <Button kind="quiet" onClick={() => address.change({ access: id })}>
            {t('access')}
          </Button>
        </>
      )}
    />
  );
}
