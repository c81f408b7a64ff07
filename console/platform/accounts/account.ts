import type { operations } from '../../../build/openapi/internal';
import type { ReadResult } from '../../http/use-read';

export type Account = ReadResult<'/api/users-admin/{id}'>;

export type Role = Account['roles'][number];

/** Query parameters of the list. */
export type AccountQuery = NonNullable<operations['ListUsers']['parameters']['query']>;
