import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { RowMenuProps } from '../../list/row-menu';
import { notify } from '../../ui/notices';
import type { Token } from './token';

/** What can be done with a token; "Revoke" asks first, since the identity provider loses its access. */
export function useTokenMenu(): (token: Token) => RowMenuProps {
  const t = useTranslations('provisioning');
  const address = useAddress();
  const revoke = useSend(
    ({ id }: Token) => answered(api.DELETE('/api/integrations/scim-tokens/{id}', { params: { path: { id } } })),
    {
      refreshes: ['/api/integrations/scim-tokens'],
      onDone: (_result, { name }) => notify({ kind: 'done', text: t('revokedNotice', { name }) }),
    },
  );
  return (token) => {
    const { id, name, revokedAt } = token;
    const calls = { text: t('calls'), onAction: () => address.change({ token: id }) };
    const asks = { title: t('revokeTitle', { name }), text: t('revokeText') };
    const revocation = { text: t('revoke'), asks, onAction: () => revoke.mutateAsync(token) };
    return { name, actions: revokedAt === null ? [calls, revocation] : [calls] };
  };
}
