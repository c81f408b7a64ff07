import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { Explained, type Term } from '../ui/help';
import { BASE_PATH } from './base-path';
import { usePathname } from './use-address';
import { rememberShown, returnTo } from './visits';

/** The term that the heading of the page explains. */
export const PageTerm = createContext<Term | undefined>(undefined);

let shownPath: string | null = null;

/**
 * The page's only first-level heading. It names the browser's title too, and takes the focus when the page is a new one,
 * so that screen readers read it. `face` is that of the person whom the page is about.
 */
export function PageTitle({ face, children }: { face?: ReactNode; children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = usePathname();
  useEffect(() => {
    document.title = children;
    rememberShown(BASE_PATH + path, children);
  }, [children, path]);
  useEffect(() => {
    const isNew = shownPath !== null && shownPath !== path;
    shownPath = path;
    if (!isNew) return;
    heading.current?.focus({ preventScroll: returnTo(BASE_PATH + path) });
  }, [path]);
  const term = use(PageTerm);
  const title = (
    <h1 ref={heading} tabIndex={-1}>
      {face}
      {children}
    </h1>
  );
  return term === undefined ? title : <Explained term={term}>{title}</Explained>;
}
