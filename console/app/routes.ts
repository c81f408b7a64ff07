import { createContext, use } from 'react';
import { mayPass, type Role } from '../../shared/kernel/permissions';
import type { AreaRoute, PageRoute } from './route';

/** All pages, as the entry hands them in: what the areas share knows none of them. */
export const Routes = createContext<readonly AreaRoute[]>([]);

/** All pages; an address with a parameter comes after the literal ones. */
export function useRoutes(): readonly AreaRoute[] {
  return use(Routes);
}

/** Who is signed in, as far as the choice of pages needs it. */
export interface Visitor {
  roles: readonly Role[];
  /** Whether requests reach an organization: the account's own, or the one that an operator acts for. */
  hasOrganization: boolean;
  /** Whether employees report to the account's own employee. */
  isManager: boolean;
}

/** Whether a visitor may open a page: the API's own role matrix decides, and the API decides again. */
export function mayOpen(route: PageRoute, { roles, hasOrganization, isManager }: Visitor): boolean {
  const { permission, scope, isForManagers } = route;
  if (permission === 'public') return true;
  if (isForManagers && !isManager) return false;
  if (scope === 'organization' && !hasOrganization) return false;
  if (scope === 'platform' && hasOrganization) return false;
  return mayPass(roles, permission);
}
