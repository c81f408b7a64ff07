/**
 * Collections of earlier versions; `ensureIndexes` drops them. `textwords` contained hashes of words, also from texts of erased
 * employees; what the others cached is in `cyclecaches`.
 */
export const RETIRED_COLLECTIONS = ['textwords', 'cyclefigures', 'cycleprogresses', 'cyclestatistics'];

const LISTS_BY_NAME = ['tenantId_1_name_1__id_1'];

/**
 * Indexes of earlier versions that no query uses, by collection; `ensureIndexes` drops them. Other undeclared indexes
 * are kept, since operators may have created them.
 */
export const RETIRED_INDEXES: Readonly<Record<string, readonly string[]>> = {
  careerpaths: LISTS_BY_NAME,
  competencies: LISTS_BY_NAME,
  competencycategories: ['tenantId_1_order_1_name_1__id_1'],
  departments: LISTS_BY_NAME,
  developmentplans: ['tenantId_1_createdAt_-1__id_1', 'tenantId_1_status_1'],
  employees: [
    'tenantId_1_email_1_isDeleted_1',
    'tenantId_1_employeeCode_1_isDeleted_1',
    'tenantId_1_lastName_1_firstName_1__id_1',
    'tenantId_1_departmentId_1_lastName_1_firstName_1__id_1',
    'tenantId_1_status_1_searchText_1',
    'tenantId_1_isDeleted_1_lastName_1_firstName_1__id_1_searchText_1',
    'tenantId_1_isDeleted_1_departmentId_1_lastName_1_firstName_1__id_1_status_1_searchText_1',
    'tenantId_1_isDeleted_1_status_1_lastName_1_firstName_1__id_1_searchText_1',
  ],
  evaluationtemplates: ['tenantId_1_name_1_version_-1__id_1'],
  gaps: ['tenantId_1_runId_1_requirementId_1_employeeId_1'],
  goals: ['tenantId_1_createdAt_-1__id_1', 'tenantId_1_level_1_departmentId_1'],
  jobprofiles: ['tenantId_1_name_1_version_-1__id_1'],
  participants: ['tenantId_1_cycleId_1_evaluatorType_1_status_1'],
  tenants: ['name_1__id_1_searchText_1', 'status_1_name_1__id_1_searchText_1'],
  users: [
    'tenantId_1_fullName_1__id_1_searchText_1',
    'tenantId_1_isActive_1_fullName_1__id_1_searchText_1',
    'tenantId_1_roles_1_fullName_1__id_1_searchText_1',
  ],
};
