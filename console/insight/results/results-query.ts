import type { ReadResult } from '../../http/use-read';

export type Cycle = ReadResult<'/api/evaluation-cycles/{id}'>;
export type Order = 'name' | '-name' | 'effective' | '-effective';

/** What the list of results is filtered by. */
export interface Query {
  cycleId: string;
  departmentId?: string | undefined;
  search?: string | undefined;
  score?: string | undefined;
  sort?: Order | undefined;
}
