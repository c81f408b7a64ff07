import { mayPass, type Role } from '../../shared/kernel/permissions';
import { routes as comms } from '../comms/routes';
import { routes as evaluation } from '../evaluation/routes';
import { routes as framework } from '../framework/routes';
import { routes as growth } from '../growth/routes';
import { routes as insight } from '../insight/routes';
import { routes as people } from '../people/routes';
import { routes as platform } from '../platform/routes';
import type { Area, PageRoute } from './route';

const tables: Record<Area, readonly PageRoute[]> = { growth, evaluation, insight, people, framework, comms, platform };

/** A page with the area whose texts it uses. */
export type AreaRoute = PageRoute & { area: Area };

/** All pages; an address with a parameter stands behind the literal ones. */
export const allRoutes: readonly AreaRoute[] = Object.entries(tables)
  .flatMap(([area, routes]) => routes.map((route) => ({ ...route, area: area as Area })))
  .sort((a, b) => parameters(a.path) - parameters(b.path));

function parameters(path: string): number {
  return path.split('/:').length - 1;
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
