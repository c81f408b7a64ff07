import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '../../shared/kernel/permissions';
import type { Term } from '../ui/help';

/** The areas of the product, in the order of the navigation's groups. */
export const AREAS = ['growth', 'evaluation', 'insight', 'people', 'framework', 'comms', 'platform'] as const;
export type Area = (typeof AREAS)[number];

/** What a page is given: the parameters of its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

/** A page of the console. Declared once, in `console/<area>/routes.ts`. */
export type PageRoute = PageFacts & (NavigationEntry | { navigation?: never; icon?: never });

/** A page with the area whose texts it uses. */
export type AreaRoute = PageRoute & { area: Area };

/** Where the navigation shows a page; absent for pages that others lead to. */
interface NavigationEntry {
  navigation: NavigationGroup;
  icon: LucideIcon;
}

interface PageFacts {
  /** Such as `/employees/:id`. */
  path: string;
  /** Its name in `texts/*.json` under `pages`: title, h1 (unless the page names a thing) and navigation entry. */
  title: string;
  /** The term of the glossary that its heading explains. */
  term?: Term;
  /** What the role must allow; `public` needs no session. */
  permission: Permission | 'public';
  /** Whose account may open it: of an organization (also an operator who acts for it), of the platform, or any. */
  scope: 'organization' | 'platform' | 'any';
  /** Only for users to whom employees report, in addition to the permission. */
  isForManagers?: true;
  /** Its name in `texts/*.json` under `crumbs`, where the title is the name of a thing and pages below it lead back to it. */
  crumb?: string;
  /** Lists that lead to it without being above it in the address: a crumb leads to the first that the user may open. */
  listedAt?: readonly string[];
  load: () => Promise<ComponentType<PageProps>>;
}

/** The groups of the left navigation, from top to bottom; the first has no heading. */
export const NAVIGATION_GROUPS = [
  'start',
  'mine',
  'review',
  'insight',
  'growth',
  'people',
  'framework',
  'administration',
  'platform',
] as const;
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number];
