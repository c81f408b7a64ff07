import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';

/** "Test", which reads what the provider at the typed address says about itself. */
export function ProviderTest(): ReactNode {
  const t = useTranslations('sso');
  const { watch, trigger } = useFormContext<{ sso: { issuer: string } }>();
  const issuer = watch('sso.issuer').trim();
  const test = useSend(
    (address: string) => answered(api.POST('/api/sign-in-settings/test', { body: { issuer: address } })),
    { refreshes: [] },
  );
  const start = async (): Promise<void> => {
    if (await trigger('sso.issuer')) test.mutate(issuer);
  };
  const found = test.data?.issuer === undefined || test.variables !== issuer ? null : test.data;
  return (
    <div className="stack tight">
      <p>
        <Button isBusy={test.isPending} onClick={() => void start()}>
          {t('test')}
        </Button>
      </p>
      <div role="status">
        {found && (
          <Facts
            facts={[
              { name: t('found'), value: found.issuer },
              { name: t('signInPage'), value: found.authorizationEndpoint },
              { name: t('signOut'), value: found.endSessionEndpoint ?? t('noSignOut') },
            ]}
          />
        )}
      </div>
    </div>
  );
}
