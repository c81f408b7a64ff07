import { disconnectDatabase } from '../../shared/db/connect';
import { connectTestDatabase, watchQueries } from './service';

/** The database alone, for the tests of the file. */
export function useDatabase(): void {
  watchQueries();
  beforeAll(connectTestDatabase);
  afterAll(disconnectDatabase);
}
