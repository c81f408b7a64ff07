/** The parts of `/api/v1` that an API key may read, named by the first segment of the routes. */
export enum ApiKeyScope {
  Employees = 'employees',
  Cycles = 'cycles',
  Goals = 'goals',
  PulseSurveys = 'pulse-surveys',
  Datasets = 'datasets',
}

/** Every scope, in display order. */
export const API_KEY_SCOPES: readonly ApiKeyScope[] = Object.values(ApiKeyScope);

/** Returns the scopes of a key in display order; an old key without scopes has all of them. */
export function scopesOf({ scopes }: { scopes?: readonly ApiKeyScope[] }): readonly ApiKeyScope[] {
  return scopes ? API_KEY_SCOPES.filter((scope) => scopes.includes(scope)) : API_KEY_SCOPES;
}
