import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const MAX_RETRIES = 2;

/** What the console knows of the server. Only reads that never reached the service are repeated by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < MAX_RETRIES,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

const cache = queryClient.getQueryCache();

/** Forgets what nothing shows: a form that opens later must not begin with what has changed since. */
function forgetUnseen(query: Query): void {
  if (query.getObserversCount() === 0) cache.remove(query);
}

cache.subscribe(({ type, query }) => {
  // Later, since another component may take it over in the same moment.
  if (type === 'observerRemoved') setTimeout(() => query.state.isInvalidated && forgetUnseen(query as Query));
});

/** Reads again what is shown of these API paths and of everything below them. */
export function refresh(...paths: string[]): Promise<void> {
  const predicate = ({ queryKey: [path] }: Query): boolean =>
    typeof path === 'string' && paths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  cache.findAll({ predicate }).forEach(forgetUnseen);
  return queryClient.invalidateQueries({ predicate });
}
