import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { api } from '../http/client';
import { stopWatching } from '../jobs/job-watch';
import { ConfirmDialog } from '../ui/dialog';
import { Face } from '../ui/person';
import { whenFreeToLeave } from './leave-guard';
import { savePreferences } from './preferences';
import { forgetForReload } from './reload-storage';
import type { Profile } from './session';
import { countStoredAnswers, forgetStoredAnswers } from './stored-answers';
import styles from './layout.module.css';

/** The menu that bears the user's name. */
export function UserMenu({ profile }: { profile: Profile }): ReactNode {
  const t = useTranslations('app');
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => menu.current?.hidePopover();
  const [unsent, setUnsent] = useState(0);
  const leave = (): void => {
    const count = countStoredAnswers(profile.id);
    close();
    if (count === 0) void signOut(profile.id);
    else setUnsent(count);
  };
  return (
    <div>
      <button type="button" popoverTarget="user-menu" className={styles.userName}>
        <Face
          name={profile.fullName}
          initials={profile.initials}
          photo={profile.avatarFileId === null ? null : `/api/my-profile/avatar?${profile.avatarFileId}`}
        />
        <span>{profile.fullName}</span>
      </button>
      <div ref={menu} id="user-menu" popover="auto" className={styles.userMenu}>
        <p className="muted">{profile.email}</p>
        <Link href="/profile" onClick={close}>
          {t('profile')}
        </Link>
        <button type="button" onClick={() => whenFreeToLeave(leave)}>
          {t('signOut')}
        </button>
      </div>
      {unsent > 0 && (
        <ConfirmDialog
          title={t('signOutTitle')}
          action={t('signOut')}
          kind="danger"
          onConfirm={() => void signOut(profile.id)}
          onClose={() => setUnsent(0)}
        >
          <p>{t('signOutUnsent', { count: unsent })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Ends the session, removes answers that were not sent, and forgets what this tab knows by reloading the sign-in page. */
async function signOut(accountId: string): Promise<void> {
  stopWatching();
  forgetForReload();
  await savePreferences();
  // A session that has ended already is signed out too.
  const ended = await api.POST('/api/auth/logout').catch(() => undefined);
  forgetStoredAnswers(accountId);
  // The session at the identity provider ends there, and the provider leads back to the sign-in page.
  globalThis.location.assign(ended?.data?.endSessionUrl ?? '/sign-in');
}
