import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { mayPass } from '../../../shared/kernel/permissions';
import { useProfile, visitorOf } from '../../app/session';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { RowAction } from '../../list/row-action';
import type { RowMenuProps } from '../../list/row-menu';
import { notify } from '../../ui/notices';
import { type Cycle, isOpen } from '../cycle/cycle-state';
import type { Guest } from './guest';

const nameOf = ({ name }: Guest): string => name ?? '';
const paramsOf = ({ id }: Guest) => ({ path: { id } });

/** What can be done with one guest: send the link again, withdraw and, for administrators, copy or delete the data. */
export function useGuestMenu(cycle: Cycle): (guest: Guest) => RowMenuProps {
  const t = useTranslations('guests');
  const mayErase = mayPass(visitorOf(useProfile()).roles, 'privacy:manage');
  const [, navigate] = useLocation();
  const resend = useSend((guest: Guest) => answered(api.POST('/api/guests/{id}/resend', { params: paramsOf(guest) })), {
    refreshes: ['/api/guests'],
    onDone: (_result, guest) => notify({ kind: 'done', text: t('resent', { name: nameOf(guest) }) }),
  });
  const withdraw = useSend(
    (guest: Guest) => answered(api.POST('/api/guests/{id}/withdraw', { params: paramsOf(guest), body: {} })),
    {
      refreshes: ['/api/guests', '/api/evaluation-cycles'],
      onDone: (_result, guest) => notify({ kind: 'done', text: t('withdrawn', { name: nameOf(guest) }) }),
    },
  );
  const erase = useSend(
    (guest: Guest) => answered<unknown>(api.POST('/api/guests/{id}/erase', { params: paramsOf(guest) })),
    {
      refreshes: ['/api/guests', '/api/evaluation-cycles'],
      onDone: () => notify({ kind: 'done', text: t('dataErased') }),
    },
  );
  const copy = useSend(
    ({ id }: Guest) => answered(api.POST('/api/privacy-requests', { body: { kind: 'Access', guestId: id } })),
    {
      refreshes: ['/api/privacy-requests'],
      onDone: (request) => navigate(`/privacy-requests/${request.id}`),
    },
  );
  const actionsOf = (guest: Guest): readonly RowAction[] => {
    const { state } = guest;
    const name = nameOf(guest);
    if (state === 'Erased') return [];
    const isWithdrawn = state === 'Withdrawn';
    const isWaiting = !isWithdrawn && state !== 'Submitted' && state !== 'Declined';
    const withdrawal = {
      text: t('withdraw'),
      asks: { title: t('withdrawTitle', { name }), text: t('withdrawText', { name }) },
      onAction: () => withdraw.mutateAsync(guest),
    };
    const privacy = [
      { text: t('copy'), onAction: () => copy.mutate(guest) },
      {
        text: t('erase'),
        asks: { title: t('eraseTitle', { name }), text: t('eraseText', { name }) },
        onAction: () => erase.mutateAsync(guest),
      },
    ];
    return [
      ...(isOpen(cycle) && isWaiting ? [{ text: t('resend'), onAction: () => resend.mutate(guest) }] : []),
      ...(isWithdrawn ? [] : [withdrawal]),
      ...(mayErase ? privacy : []),
    ];
  };
  return (guest) => ({ name: nameOf(guest), actions: actionsOf(guest) });
}
