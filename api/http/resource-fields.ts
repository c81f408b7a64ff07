import type { Row } from '../../shared/db/rows';
import { toInstant } from '../../shared/kernel/clock';
import type { ResourceFields } from './types';

export function resourceFields(row: Row): ResourceFields {
  return {
    id: row._id,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    revision: row.revision,
  };
}
