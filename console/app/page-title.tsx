import { type ReactNode, useEffect, useRef } from 'react';
import { usePathname } from './use-address';

let shownPath: string | null = null;

/**
 * The page's only first-level heading. It names the browser's title too, and takes the focus when the page is a new one,
 * so that screen readers read it.
 */
export function PageTitle({ children }: { children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = usePathname();
  useEffect(() => {
    document.title = children;
  }, [children]);
  useEffect(() => {
    const isNew = shownPath !== null && shownPath !== path;
    shownPath = path;
    if (isNew) heading.current?.focus();
  }, [path]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
