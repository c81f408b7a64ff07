import { useTranslations } from 'use-intl';
import { mayPass } from '../../../shared/kernel/permissions';
import { useSettled } from '../../form/use-settled';
import { useRead } from '../../http/use-read';
import { BASE_PATH } from '../base-path';
import { mayOpen, useRoutes } from '../routes';
import { type Profile, visitorOf } from '../session';
import { usePathname } from '../use-address';
import { latestVisits } from '../visits';

interface Target {
  href: string;
  title: string;
  /** Disambiguates equal names. */
  about: string | null;
  /** Whose page it is. */
  employeeId?: string;
}

interface TargetGroup {
  name: 'latest' | 'pages' | 'people' | 'cycles' | 'goals';
  targets: Target[];
}

const SHOWN = 6;
const LATEST = 5;
const MIN_SEARCH = 2;

/** What the user may go to, by what is typed; before that the latest pages, then all of the navigation. */
export function useTargets(profile: Profile, typed: string): { groups: TargetGroup[]; isSearching: boolean } {
  const pages = usePages(profile);
  const latest = useLatest(profile);
  const found = useFound(profile, typed);
  const isFound = ({ href, title }: Target): boolean =>
    typed === '' ? !latest.some((visited) => visited.href === href) : plain(title).includes(plain(typed));
  const groups: TargetGroup[] = [
    { name: 'latest', targets: typed === '' ? latest : [] },
    { name: 'pages', targets: pages.filter(isFound) },
    ...found.groups,
  ];
  return { groups: groups.filter(({ targets }) => targets.length > 0), isSearching: found.isSearching };
}

/** Without case and accents, as the searches of the API compare. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The pages that the navigation or a list leads to. */
function usePages(profile: Profile): Target[] {
  const titles = useTranslations('pages');
  const visitor = visitorOf(profile);
  return useRoutes()
    .filter((route) => route.permission !== 'public' && !route.path.includes('/:') && mayOpen(route, visitor))
    .filter(({ navigation, listedAt }) => navigation !== undefined || listedAt !== undefined)
    .map(({ path, title }) => ({ href: path, title: titles(title as 'home'), about: null }));
}

/** The pages of this tab that were shown last, without the one that is shown. */
function useLatest(profile: Profile): Target[] {
  const here = BASE_PATH + usePathname();
  const visitor = visitorOf(profile);
  const routes = useRoutes();
  const isOpen = (path: string): boolean =>
    routes.some(
      (route) => route.permission !== 'public' && mayOpen(route, visitor) && patternOf(route.path).test(path),
    );
  return latestVisits()
    .filter(({ path }) => path !== here && path.startsWith(BASE_PATH))
    .map(({ path, title, search }) => ({ path: path.slice(BASE_PATH.length) || '/', title, search }))
    .filter(({ path }) => isOpen(path))
    .slice(0, LATEST)
    .map(({ path, title, search }) => ({ href: path + search, title, about: null }));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** People, cycles and goals whose names hold the text; each kind only for whom its list is. */
function useFound(profile: Profile, typed: string): { groups: TargetGroup[]; isSearching: boolean } {
  const settled = useSettled(typed);
  const { roles, hasOrganization } = visitorOf(profile);
  const isAsked = hasOrganization && typed.length >= MIN_SEARCH;
  const isSettled = settled === typed;
  const enabled = isAsked && isSettled;
  const query = { search: settled, pageSize: SHOWN };
  const findsPeople = mayPass(roles, 'people:manage');
  const findsCycles = mayPass(roles, 'cycles:manage');
  const people = useRead('/api/employees', { query }, { enabled: enabled && findsPeople });
  const cycles = useRead('/api/evaluation-cycles', { query }, { enabled: enabled && findsCycles });
  const goals = useRead('/api/goals', { query }, { enabled });
  if (!isAsked) return { groups: [], isSearching: false };
  const groups: TargetGroup[] = [
    {
      name: 'people',
      targets: (people.data?.items ?? []).map(({ id, fullName, department, email }) => ({
        href: `/employees/${id}`,
        title: fullName,
        about: department ?? email,
        employeeId: id,
      })),
    },
    {
      name: 'cycles',
      targets: (cycles.data?.items ?? []).map(({ id, name }) => ({ href: `/cycles/${id}`, title: name, about: null })),
    },
    {
      name: 'goals',
      targets: (goals.data?.items ?? []).map(({ id, title, owner }) => ({
        href: `/goals/${id}`,
        title,
        about: owner,
      })),
    },
  ];
  const isLoading = [people, cycles, goals].some(({ isLoading: isFirst }) => isFirst);
  return { groups: isSettled ? groups : [], isSearching: !isSettled || isLoading };
}
