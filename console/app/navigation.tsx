import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { NAVIGATION_GROUPS, type PageRoute } from './route';
import { allRoutes, mayOpen } from './routes';
import { type Profile, visitorOf } from './session';
import { usePathname } from './use-address';
import styles from './layout.module.css';

type PageName = Parameters<ReturnType<typeof useTranslations<'pages'>>>[0];

/** The left navigation: only what the role may open. */
export function Navigation({ profile, onChoice }: { profile: Profile; onChoice: () => void }): ReactNode {
  const t = useTranslations('app');
  const titles = useTranslations('pages');
  const groups = useTranslations('groups');
  const path = usePathname();
  const visitor = visitorOf(profile);
  const shown = NAVIGATION_GROUPS.map((group) => ({
    group,
    routes: allRoutes.filter((route) => route.navigation === group && mayOpen(route, visitor)),
  })).filter(({ routes }) => routes.length > 0);
  const here = nearest(
    shown.flatMap(({ routes }) => routes),
    path,
  );
  return (
    <nav id="navigation" className={styles.navigation} aria-label={t('navigation')}>
      {shown.map(({ group, routes }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{groups(group)}</h2>
          <ul>
            {routes.map((route) => (
              <li key={route.path}>
                <Link
                  href={route.path}
                  onClick={onChoice}
                  aria-current={route !== here ? undefined : route.path === path ? 'page' : 'true'}
                >
                  {titles(route.title as PageName)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The entry of the page itself, or the nearest one above it. */
function nearest(routes: readonly PageRoute[], path: string): PageRoute | undefined {
  return routes
    .filter((route) => path === route.path || (route.path !== '/' && path.startsWith(`${route.path}/`)))
    .reduce<PageRoute | undefined>(
      (best, route) => (best && best.path.length > route.path.length ? best : route),
      undefined,
    );
}
