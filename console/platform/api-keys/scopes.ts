import { useTranslations } from 'use-intl';
import type { ApiKey } from './api-key';

export type Scope = ApiKey['scopes'][number];

/** Everything that a key can read, in the order of the API. */
export const SCOPES: readonly Scope[] = ['employees', 'cycles', 'goals', 'pulse-surveys', 'datasets'];

/** The name of a scope in the user's language. */
export function useScopeName(): (scope: Scope) => string {
  const t = useTranslations('apiKeys.scopeNames');
  return (scope) => t(scope);
}
