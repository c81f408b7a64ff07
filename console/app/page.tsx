import { Component, createElement, type ComponentType, type ReactNode, Suspense, use } from 'react';
import { retryTexts } from '../texts/load-texts';
import { AreaTexts } from '../texts/texts';
import { ErrorView } from '../ui/error-view';
import { Loading } from '../ui/loaded';
import { Crumbs } from './crumbs';
import { noteLoaded, reloadForNewRelease } from './new-release';
import { PageTerm } from './page-title';
import type { AreaRoute, PageProps } from './route';

const loaded = new Map<string, Promise<ComponentType<PageProps>>>();
/** Cached until the user tries again or opens another page. */
const failed = new Set<string>();

function load(route: AreaRoute): Promise<ComponentType<PageProps>> {
  const pending = loaded.get(route.path);
  if (pending) return pending;
  const page = loadOrReload(route);
  loaded.set(route.path, page);
  page.catch(() => failed.add(route.path));
  return page;
}

/** A file that a new release took away loads the page again; what fails otherwise is shown. */
async function loadOrReload(route: AreaRoute): Promise<ComponentType<PageProps>> {
  try {
    const page = await route.load();
    noteLoaded();
    return page;
  } catch (error) {
    await reloadForNewRelease();
    throw error;
  }
}

interface PageFrameProps {
  route: AreaRoute;
  params: Readonly<Record<string, string>>;
}

/** A page with its code and the texts of its area, both loaded when it is opened. */
export function Page({ route, params }: PageFrameProps): ReactNode {
  return (
    <PageBoundary key={route.path}>
      <Suspense fallback={<Loading />}>
        <LoadedPage route={route} params={params} />
      </Suspense>
    </PageBoundary>
  );
}

function LoadedPage({ route, params }: PageFrameProps): ReactNode {
  const page = createElement(use(load(route)), { params });
  // Public pages take their texts from those that every page needs: a sign-in costs few requests.
  if (route.permission === 'public') return page;
  return (
    <AreaTexts area={route.area}>
      <Crumbs route={route} params={params} />
      <PageTerm value={route.term}>{page}</PageTerm>
    </AreaTexts>
  );
}

/** Lets the next render load what could not be loaded. */
function retryFiles(): void {
  for (const path of failed) loaded.delete(path);
  failed.clear();
  retryTexts();
}

/** A page that cannot be shown leaves the rest of the console usable. */
class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  public override state: { error: unknown } = { error: null };

  public static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  public override componentWillUnmount(): void {
    retryFiles();
  }

  private readonly retry = (): void => {
    retryFiles();
    this.setState({ error: null });
  };

  public override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorView error={error} onRetry={this.retry} />;
  }
}
