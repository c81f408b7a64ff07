import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { BASE_PATH } from './base-path';
import { useChosenList } from './page-list';
import type { AreaRoute } from './route';
import { mayOpen, useRoutes, type Visitor } from './routes';
import { useProfile, visitorOf } from './session';
import { awaitReturn, searchOf } from './visits';
import styles from './layout.module.css';

/** The way back from details: to the pages above them in the address, as these were left. */
export function Crumbs({ route, params }: { route: AreaRoute; params: Readonly<Record<string, string>> }): ReactNode {
  const t = useTranslations('app');
  const titles = useTranslations('pages');
  const names = useTranslations('crumbs');
  const above = pagesAbove(route, useRoutes(), visitorOf(useProfile()), useChosenList());
  if (above.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label={t('crumbs')}>
      <ol>
        {above.map(({ path: pattern, title, crumb }) => {
          const path = addressOf(pattern, params);
          return (
            <li key={path}>
              <Link href={path + searchOf(BASE_PATH + path)} onClick={() => awaitReturn(BASE_PATH + path)}>
                {crumb === undefined ? titles(title as 'home') : names(crumb as 'cycle')}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The pages from which a page that the navigation does not show is reached, the outermost first. */
function pagesAbove(
  { path, navigation, listedAt = [] }: AreaRoute,
  routes: readonly AreaRoute[],
  visitor: Visitor,
  chosenList: string | undefined,
): AreaRoute[] {
  if (navigation !== undefined) return [];
  const open = routes.filter((route) => mayOpen(route, visitor));
  const chosen = open.find((route) => route.path === chosenList);
  if (chosen) return [chosen];
  const above = open.filter((route) => path.startsWith(`${route.path}/`)).sort((a, b) => a.path.length - b.path.length);
  if (above.length > 0) return above;
  const list = listedAt.map((address) => open.find((route) => route.path === address)).find(Boolean);
  return list ? [list] : [];
}

function addressOf(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
