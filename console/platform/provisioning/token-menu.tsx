import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { RowMenu } from '../../list/row-menu';
import { notify } from '../../ui/notices';
import type { Token } from './token';

/** What can be done with a token; "Revoke" asks first, since the identity provider loses its access. */
export function TokenMenu({ token: { id, name, revokedAt } }: { token: Token }): ReactNode {
  const t = useTranslations('provisioning');
  const address = useAddress();
  const params = { path: { id } };
  const revoke = useSend(() => answered(api.DELETE('/api/integrations/scim-tokens/{id}', { params })), {
    refreshes: ['/api/integrations/scim-tokens'],
    onDone: () => notify({ kind: 'done', text: t('revokedNotice', { name }) }),
  });
  const calls = { text: t('calls'), onAction: () => address.change({ token: id }) };
  const asks = { title: t('revokeTitle', { name }), text: t('revokeText') };
  const revocation = { text: t('revoke'), asks, onAction: () => revoke.mutate() };
  return <RowMenu name={name} actions={revokedAt === null ? [calls, revocation] : [calls]} />;
}
