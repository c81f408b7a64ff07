import type { ComponentType } from 'react';
import type { Permission } from '../../shared/kernel/permissions';

/** The areas of the product, in the order of the navigation's groups. */
export const AREAS = ['growth', 'evaluation', 'insight', 'people', 'framework', 'comms', 'platform'] as const;
export type Area = (typeof AREAS)[number];

/** What a page is given: the parameters of its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

/** A page of the console. It stands once, in `console/<area>/routes.ts`. */
export interface PageRoute {
  /** Such as `/employees/:id`. */
  path: string;
  /** Its name in `texts/*.json` under `pages`: title, h1 (unless the page names a thing) and navigation entry. */
  title: string;
  /** What the role must allow; `public` needs no session. */
  permission: Permission | 'public';
  /** Whose account may open it: of an organization (also an operator who acts for it), of the platform, or any. */
  scope: 'organization' | 'platform' | 'any';
  /** Only for users to whom employees report, beside the permission. */
  isForManagers?: true;
  /** Where the navigation shows it; absent for pages that others lead to. */
  navigation?: NavigationGroup;
  load: () => Promise<ComponentType<PageProps>>;
}

/** The groups of the left navigation, from top to bottom. */
export const NAVIGATION_GROUPS = [
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
