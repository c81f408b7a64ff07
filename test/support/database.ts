import { disconnectDatabase } from '../../shared/db/connect';
import { connectTestDatabase } from './service';

/** The database alone, for the tests of the file. */
export function useDatabase(): void {
  beforeAll(connectTestDatabase, 60_000);
  afterAll(disconnectDatabase);
}
