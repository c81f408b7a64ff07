import { EMPTIED } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** A unit of the organization; `parentId` forms a tree without loops. */
export interface Department extends TenantRow, SoftDeletedRow {
  name: string;
  code: string | null;
  parentId: string | null;
  /** The department head, an employee. */
  managerId: string | null;
  searchText: string;
}

export const DepartmentModel = tenantModel<Department>(
  'Department',
  {
    name: { type: String, required: true, personal: 'none' },
    code: { type: String, default: null, personal: 'none' },
    parentId: { type: String, default: null, personal: 'none' },
    managerId: { type: String, default: null, personal: 'actor: emptied' },
  },
  {
    privacy: {
      purpose: 'How the organization is divided',
      seenBy: 'HR',
      kept: 'Until it is deleted',
      links: { managerId: EMPTIED },
    },
    searchable: ['name', 'code'],
    softDelete: true,
    indexes: [
      { keys: { searchText: 1, _id: 1 } },
      { keys: { managerId: 1 } },
      { keys: { code: 1 }, unique: true, live: true, whereText: ['code'] },
    ],
  },
);
