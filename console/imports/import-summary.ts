import type { components } from '../../build/openapi/internal';

/** What an import did, in numbers; its rows are read by page. */
export type ImportSummary = Omit<components['schemas']['ImportResult'], 'rows'> & { warnings: number };
