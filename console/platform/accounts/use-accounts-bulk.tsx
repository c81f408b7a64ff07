import { useTranslations } from 'use-intl';
import { CheckGroup } from '../../form/check-group';
import { choicesOf } from '../../form/choices';
import { answered, api } from '../../http/client';
import { readOnce } from '../../http/use-read';
import type { Bulk, BulkAction } from '../../list/bulk';
import { useRowSelection } from '../../list/selection';
import type { Account, AccountQuery, Role } from './account';

/** What can be done with several accounts of the list at once. */
export function useAccountsBulk(query: AccountQuery, totalCount: number, roles: readonly Role[]): Bulk<Account> {
  const t = useTranslations('accounts');
  const bulk = useTranslations('accounts.bulk');
  const roleName = useTranslations('role');
  const selection = useRowSelection();
  const phraseOf = (action: Parameters<typeof bulk>[0]) => (count: number) => bulk(action, { count });
  const actions: BulkAction[] = [
    { action: 'activate', text: t('activate'), phrase: phraseOf('activate') },
    { action: 'deactivate', text: t('deactivate'), phrase: phraseOf('deactivate'), isDanger: true },
    ...(roles.length > 1
      ? [
          {
            action: 'roles',
            text: t('roles'),
            phrase: phraseOf('roles'),
            asks: {
              initial: { roles: [] },
              valuesOf: ({ roles: chosen }: Readonly<Record<string, unknown>>) => ({ roles: chosen }),
              fields: (
                <CheckGroup
                  name="roles"
                  label={t('roles')}
                  hint={t('rolesHint')}
                  choices={choicesOf(roles, (role) => roleName(role))}
                />
              ),
            },
          },
        ]
      : []),
    { action: 'unlock', text: t('unlock'), phrase: phraseOf('unlock') },
    { action: 'reset-password', text: t('resetPassword'), phrase: phraseOf('resetPassword'), isDanger: true },
    { action: 'reset-two-factor', text: t('resetTwoFactor'), phrase: phraseOf('resetTwoFactor'), isDanger: true },
    { action: 'revoke-all-sessions', text: t('endSessions'), phrase: phraseOf('endSessions'), isDanger: true },
  ];
  return {
    ...selection,
    idOf: ({ id }) => id,
    nameOf: ({ fullName }) => fullName,
    totalCount,
    readPage: (page, pageSize) => readOnce('/api/users-admin', { query: { ...query, page, pageSize } }),
    actions,
    // The API checks the action and its values.
    send: (body) => answered(api.POST('/api/users-admin/bulk', { body: body as never })),
    refreshes: ['/api/users-admin'],
  };
}
