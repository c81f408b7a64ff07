import type { Area, AreaRoute, PageRoute } from './app/route';
import { routes as comms } from './comms/routes';
import { routes as evaluation } from './evaluation/routes';
import { routes as framework } from './framework/routes';
import { routes as growth } from './growth/routes';
import { routes as insight } from './insight/routes';
import { routes as people } from './people/routes';
import { routes as platform } from './platform/routes';

const tables: Record<Area, readonly PageRoute[]> = { growth, evaluation, insight, people, framework, comms, platform };

/** All pages; an address with a parameter comes after the literal ones. */
export const allRoutes: readonly AreaRoute[] = Object.entries(tables)
  .flatMap(([area, routes]) => routes.map((route) => ({ ...route, area: area as Area })))
  .sort((a, b) => parameters(a.path) - parameters(b.path));

function parameters(path: string): number {
  return path.split('/:').length - 1;
}
