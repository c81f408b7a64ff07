import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { RowMenuProps } from '../../list/row-menu';
import { useDeletion } from '../../ui/delete-button';
import { notify } from '../../ui/notices';
import { nameOf, type NewWebhook, type Webhook, WEBHOOKS } from './webhook';

const REFRESHES = [WEBHOOKS];

const paramsOf = ({ id }: Webhook) => ({ path: { id } });

/** What can be done with a webhook. */
export function useWebhookMenu(onRotated: (webhook: NewWebhook) => void): (webhook: Webhook) => RowMenuProps {
  const t = useTranslations('webhooks');
  const address = useAddress();
  const test = useSend((hook: Webhook) => answered(api.POST(`${WEBHOOKS}/{id}/test`, { params: paramsOf(hook) })), {
    refreshes: REFRESHES,
    onDone: (_result, { id }) => address.change({ deliveries: id }),
  });
  const pause = useSend(
    (hook: Webhook) =>
      answered(api.PUT(`${WEBHOOKS}/{id}`, { params: paramsOf(hook), body: { isActive: !hook.isActive } })),
    {
      refreshes: REFRESHES,
      onDone: (_result, hook) =>
        notify({ kind: 'done', text: t(hook.isActive ? 'pausedNotice' : 'resumedNotice', { name: nameOf(hook) }) }),
    },
  );
  const rotate = useSend((hook: Webhook) => answered(api.POST(`${WEBHOOKS}/{id}/rotate`, { params: paramsOf(hook) })), {
    refreshes: REFRESHES,
    onDone: onRotated,
  });
  const deletion = useDeletion<Webhook>({
    nameOf,
    send: (hook) => answered(api.DELETE(`${WEBHOOKS}/{id}`, { params: paramsOf(hook) })),
    refreshes: REFRESHES,
    text: () => t('deleteText'),
  });
  return (hook) => {
    const { id, isActive, format } = hook;
    const name = nameOf(hook);
    const rotation = {
      text: t('rotate'),
      asks: { title: t('rotateTitle', { name }), text: t('rotateText') },
      onAction: () => rotate.mutateAsync(hook),
    };
    return {
      name,
      actions: [
        { text: t('deliveries'), onAction: () => address.change({ deliveries: id }) },
        { text: t('sendTest'), onAction: () => test.mutate(hook) },
        { text: t('edit'), onAction: () => address.change({ edit: id }) },
        { text: t(isActive ? 'pause' : 'resume'), onAction: () => pause.mutate(hook) },
        ...(format === null ? [rotation] : []),
        deletion(hook),
      ],
    };
  };
}
