import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { queryClient } from '../http/query-client';
import { onSessionEnd } from '../http/session-end';
import { Texts } from '../texts/texts';
import { lazyPart } from '../ui/lazy-part';
import { Loading } from '../ui/loaded';
import { Notices } from '../ui/notices';
import { BASE_PATH, currentAddress } from './base-path';
import { useBrowserPath, useBrowserSearch } from './browser-location';
import { Layout } from './layout';
import { hasChanges, leaveQuestion, whenFreeToLeave } from './leave-guard';
import { ForbiddenView, NotFoundView } from './missing-views';
import { Page } from './page';
import { loadLeaveQuestion, loadSignInAgain } from './questions';
import { Pending } from './ready-mark';
import type { AreaRoute } from './route';
import { mayOpen, Routes, useRoutes } from './routes';
import { type Profile, Session, visitorOf } from './session';
import { sessionRenewal } from './session-renewal';
import { useStore } from './store';
import { usePathname } from './use-address';
import { WaitingNotice } from './waiting-notice';
import { WholeBoundary } from './whole-boundary';

/** The console: texts, what is known of the server, and the pages by their addresses. */
export function Application({ routes }: { routes: readonly AreaRoute[] }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Router
        base={BASE_PATH}
        hook={useBrowserPath}
        searchHook={useBrowserSearch}
        aroundNav={(navigate, to, options) => whenFreeToLeave(() => navigate(to, options))}
      >
        <WholeBoundary>
          <Suspense fallback={<Pending />}>
            <Texts>
              <Notices />
              <Routes value={routes}>
                <Pages />
              </Routes>
              <SessionEnd />
              <Questions />
              <WaitingNotice />
            </Texts>
          </Suspense>
        </WholeBoundary>
      </Router>
    </QueryClientProvider>
  );
}

function Pages(): ReactNode {
  const routes = useRoutes().filter(({ permission }) => permission === 'public');
  return (
    <Switch>
      {routes.map((route) => (
        <Route key={route.path} path={route.path}>
          {(params) => <Page route={route} params={params as Record<string, string>} />}
        </Route>
      ))}
      <Route>
        <Session>{(profile) => <SignedIn profile={profile} />}</Session>
      </Route>
    </Switch>
  );
}

function SignedIn({ profile }: { profile: Profile }): ReactNode {
  const path = usePathname();
  const routes = useRoutes().filter(({ permission }) => permission !== 'public');
  const elsewhere = duty(profile, path);
  if (elsewhere !== null) return <Redirect to={elsewhere + wantedAddress(elsewhere, path)} replace />;
  const visitor = visitorOf(profile);
  const show = (route: AreaRoute, params: Record<string, string>): ReactNode =>
    mayOpen(route, visitor) ? <Page route={route} params={params} /> : <ForbiddenView />;
  return (
    <Layout profile={profile}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {routes.map((route) => (
            <Route key={route.path} path={route.path}>
              {(params) => show(route, params as Record<string, string>)}
            </Route>
          ))}
          <Route>
            <NotFoundView />
          </Route>
        </Switch>
      </Suspense>
    </Layout>
  );
}

/** The address that the link of a mail led to, which waits for the new password and the second factor. */
function wantedAddress(elsewhere: string, path: string): string {
  const isFirst = elsewhere === '/change-password' || elsewhere === '/set-up-two-factor';
  const next = new URLSearchParams(globalThis.location.search).get('next') ?? path + globalThis.location.search;
  return isFirst && next !== '/' ? `?${new URLSearchParams({ next }).toString()}` : '';
}

/** Where the user has to go before anything else, or instead of the home page; null: nowhere. */
function duty(profile: Profile, path: string): string | null {
  if (profile.mustChangePassword) return path === '/change-password' ? null : '/change-password';
  if (profile.mustSetUpTwoFactor) return path === '/set-up-two-factor' ? null : '/set-up-two-factor';
  const visitor = visitorOf(profile);
  if (path === '/' && !visitor.hasOrganization) return '/platform';
  const isPending = profile.organization?.onboardingCompleted === false;
  return isPending && !OPEN_DURING_ONBOARDING.test(path) ? '/settings/onboarding' : null;
}

/** What the API answers before an organization is set up. */
const OPEN_DURING_ONBOARDING = /^\/(settings\/onboarding|profile|notifications)$/;

const LeaveQuestion = lazyPart(loadLeaveQuestion);
const SignInAgain = lazyPart(loadSignInAgain);

/** What may open over any page. */
function Questions(): ReactNode {
  const isLeaving = useStore(leaveQuestion) !== null;
  const isRenewed = useStore(sessionRenewal);
  return (
    <Suspense fallback={<Pending />}>
      {isLeaving && <LeaveQuestion />}
      {isRenewed && <SignInAgain />}
    </Suspense>
  );
}

/** Pages on which no account signs in again. */
const WITHOUT_ACCOUNT = /^\/(sign-in|guest)\b/;

/** When the API says that the session has ended: leads to the sign-in page, or opens it over a form with changes. */
function SessionEnd(): ReactNode {
  const [, navigate] = useLocation();
  useEffect(() => {
    onSessionEnd(() => {
      const address = currentAddress();
      if (WITHOUT_ACCOUNT.test(address)) return;
      if (hasChanges()) {
        sessionRenewal.set(true);
        return;
      }
      queryClient.cancelQueries().catch(() => undefined);
      queryClient.clear();
      navigate(`/sign-in?next=${encodeURIComponent(address)}`, { replace: true });
    });
  }, [navigate]);
  return null;
}
