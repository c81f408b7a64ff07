import { createContext, type ReactNode, use, useEffect } from 'react';
import { Role } from '../../shared/kernel/permissions';
import { type ReadResult, useRead } from '../http/use-read';
import { speak } from '../texts/texts';
import { Loaded } from '../ui/loaded';
import { noteAccount } from './account-of-tab';
import { actingSlug } from './base-path';
import { ForbiddenView } from './missing-views';
import type { Visitor } from './routes';

/** The account that is signed in. */
export type Profile = ReadResult<'/api/my-profile'>;

const ProfileContext = createContext<Profile | null>(null);

/** The account that is signed in; of pages behind the sign-in alone. */
export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (!profile) throw new Error('The page needs a session.');
  return profile;
}

/** Shows what needs a session once the account is loaded. Without one the answer 401 leads to the sign-in page. */
export function Session({ children }: { children: (profile: Profile) => ReactNode }): ReactNode {
  const profile = useRead('/api/my-profile');
  const { data } = profile;
  useEffect(() => {
    if (!data) return;
    noteAccount(data.id);
    const { locale, organization } = data;
    const tag = locale ?? organization?.locale;
    // An account that has chosen no language follows the browser's.
    const isChosen = tag !== undefined;
    speak({ ...(isChosen ? { tag } : {}), ...(organization ? { timeZone: organization.timezone } : {}) }, isChosen);
  }, [data]);
  const show = (account: Profile): ReactNode => <ProfileContext value={account}>{children(account)}</ProfileContext>;
  return (
    <Loaded read={profile}>
      {(account) => (actingSlug() === null ? show(account) : <Acting profile={account}>{show}</Acting>)}
    </Loaded>
  );
}

/** An operator's account with the organization that it acts for in this tab in place of its own. */
function Acting({ profile, children }: { profile: Profile; children: (profile: Profile) => ReactNode }): ReactNode {
  const mayAct = profile.roles.includes(Role.SystemAdmin);
  const settings = useRead('/api/tenant-settings', undefined, { enabled: mayAct });
  const timeZone = settings.data?.timezone;
  useEffect(() => {
    if (timeZone !== undefined) speak({ timeZone }, false);
  }, [timeZone]);
  if (!mayAct) return <ForbiddenView />;
  return <Loaded read={settings}>{(organization) => children(actingProfile(profile, organization))}</Loaded>;
}

function actingProfile(profile: Profile, settings: ReadResult<'/api/tenant-settings'>): Profile {
  const { id, name, slug, locale, timezone, branding } = settings;
  const { primaryColor, logoFileId } = branding;
  // An operator may act for an organization that is not set up yet.
  const facts = { id, name, slug, locale, timezone, primaryColor, onboardingCompleted: true };
  return { ...profile, organization: { ...facts, hasLogo: logoFileId !== null } };
}

/** Who opens pages: an operator who acts for an organization has an administrator's rights there. */
export function visitorOf({ roles, organization, hasDirectReports: isManager }: Profile): Visitor {
  const own = roles as readonly Role[];
  if (actingSlug() === null) return { roles: own, hasOrganization: organization !== null, isManager };
  return { roles: [...own, Role.TenantAdmin], hasOrganization: true, isManager };
}
