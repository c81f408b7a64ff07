import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { hasPage } from '../../app/routes';

interface FigureLinkProps {
  /** The page of the list behind the figure; without such a page the figure is plain text. */
  page: string;
  /** The address, where it has more than the page. */
  href?: string;
  children: ReactNode;
}

/** A figure that leads to its list. */
export function FigureLink({ page, href = page, children }: FigureLinkProps): ReactNode {
  if (!hasPage(page)) return children;
  return <Link href={href}>{children}</Link>;
}
