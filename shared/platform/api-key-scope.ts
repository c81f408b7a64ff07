/** What an API key may read of `/api/v1`; named as the first part of the routes. */
export enum ApiKeyScope {
  Employees = 'employees',
  Cycles = 'cycles',
  Goals = 'goals',
  PulseSurveys = 'pulse-surveys',
  Datasets = 'datasets',
}

/** Every scope, in the order in which they are shown. */
export const API_KEY_SCOPES: readonly ApiKeyScope[] = Object.values(ApiKeyScope);

/** What a key may read, in the order of `API_KEY_SCOPES`; a key without scopes was made before there were any and reads all. */
export function scopesOf({ scopes }: { scopes?: readonly ApiKeyScope[] }): readonly ApiKeyScope[] {
  return scopes ? API_KEY_SCOPES.filter((scope) => scopes.includes(scope)) : API_KEY_SCOPES;
}
