import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { changePreferences, usePreferences } from './preferences';
import { type AreaRoute, NAVIGATION_GROUPS, type NavigationGroup } from './route';
import { mayOpen, useRoutes } from './routes';
import { type Profile, visitorOf } from './session';
import { usePathname } from './use-address';
import styles from './layout.module.css';

type PageName = Parameters<ReturnType<typeof useTranslations<'pages'>>>[0];
type HeadedGroup = Exclude<NavigationGroup, 'start'>;

/** What is open before the user opens or folds a group of an organization that has more than nine entries to offer. */
const OPEN_AT_FIRST: readonly NavigationGroup[] = ['review', 'insight', 'people'];
const ICON_SIZE = 17;

/** The left navigation: only what the role may open. Its groups fold, and stay as they are left. */
export function Navigation({ profile, onChoice }: { profile: Profile; onChoice: () => void }): ReactNode {
  const t = useTranslations('app');
  const path = usePathname();
  const stored = usePreferences().navigation;
  const folds: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const visitor = visitorOf(profile);
  const allRoutes = useRoutes();
  const shown = NAVIGATION_GROUPS.map((group) => ({
    group,
    routes: allRoutes.filter((route) => route.navigation === group && mayOpen(route, visitor)),
  })).filter(({ routes }) => routes.length > 0);
  const here = nearest(
    shown.flatMap(({ routes }) => routes),
    path,
  );
  const hasMany = shown.some(({ group }) => group === 'people');
  const isOpen = (group: HeadedGroup): boolean => {
    const fold = folds[group];
    if (typeof fold === 'boolean') return fold;
    return !hasMany || OPEN_AT_FIRST.includes(group) || here?.navigation === group;
  };
  return (
    <nav id="navigation" className={styles.navigation} aria-label={t('navigation')}>
      {shown.map(({ group, routes }) =>
        group === 'start' ? (
          <Entries key={group} routes={routes} here={here} onChoice={onChoice} />
        ) : (
          <Group
            key={group}
            group={group}
            isOpen={isOpen(group)}
            isHere={here?.navigation === group}
            onToggle={() => changePreferences({ navigation: { ...folds, [group]: !isOpen(group) } })}
          >
            <Entries routes={routes} here={here} onChoice={onChoice} />
          </Group>
        ),
      )}
    </nav>
  );
}

function Group({
  group,
  isOpen,
  isHere,
  onToggle,
  children,
}: {
  group: HeadedGroup;
  isOpen: boolean;
  /** Whether the page that is shown belongs to it. */
  isHere: boolean;
  onToggle: () => void;
  children: ReactNode;
}): ReactNode {
  const groups = useTranslations('groups');
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2>
        <button
          id={`group-${group}`}
          type="button"
          className={clsx(styles.group, isOpen && styles.unfolded, isHere && !isOpen && styles.here)}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {groups(group)}
          <ChevronRight size={14} />
        </button>
      </h2>
      {isOpen && children}
    </section>
  );
}

function Entries({
  routes,
  here,
  onChoice,
}: {
  routes: readonly AreaRoute[];
  here: AreaRoute | undefined;
  onChoice: () => void;
}): ReactNode {
  const titles = useTranslations('pages');
  const path = usePathname();
  return (
    <ul>
      {routes.map((route) => {
        const { path: href, title, icon: Icon } = route;
        return (
          <li key={href}>
            <Link
              href={href}
              onClick={onChoice}
              aria-current={route !== here ? undefined : href === path ? 'page' : 'true'}
            >
              {Icon && <Icon size={ICON_SIZE} />}
              {titles(title as PageName)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The entry of the page itself, or the nearest one above it. */
function nearest(routes: readonly AreaRoute[], path: string): AreaRoute | undefined {
  return routes
    .filter((route) => path === route.path || (route.path !== '/' && path.startsWith(`${route.path}/`)))
    .reduce<AreaRoute | undefined>(
      (best, route) => (best && best.path.length > route.path.length ? best : route),
      undefined,
    );
}
