import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { api } from '../http/client';
import { stopWatching } from '../jobs/job-watch';
import { whenFreeToLeave } from './leave-guard';
import type { Profile } from './session';

/** The menu that bears the user's name. */
export function UserMenu({ profile }: { profile: Profile }): ReactNode {
  const t = useTranslations('app');
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => menu.current?.hidePopover();
  return (
    <div className="user">
      <button type="button" popoverTarget="user-menu" className="user-name">
        <span className="initials" aria-hidden="true">
          {initials(profile.fullName)}
        </span>
        <span>{profile.fullName}</span>
      </button>
      <div ref={menu} id="user-menu" popover="auto" className="user-menu">
        <p className="muted">{profile.email}</p>
        <Link href="/profile" onClick={close}>
          {t('profile')}
        </Link>
        <button type="button" onClick={() => whenFreeToLeave(() => void signOut())}>
          {t('signOut')}
        </button>
      </div>
    </div>
  );
}

/** Ends the session, and forgets everything that this tab knows by reloading the sign-in page. */
async function signOut(): Promise<void> {
  stopWatching();
  // A session that has ended already is signed out too.
  await api.POST('/api/auth/logout').catch(() => undefined);
  globalThis.location.assign('/sign-in');
}

function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
