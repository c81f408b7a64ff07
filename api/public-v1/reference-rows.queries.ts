import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';

/** A referenced row: its name, also once it is deleted, since closed cycles keep it, and when it last changed. */
export interface Reference {
  name: string | null;
  updatedAt: Date;
}

export interface References {
  department(id: string | null): Reference | undefined;
  jobProfile(id: string | null): Reference | undefined;
  /** All names by id, also of deleted ones. */
  departmentNames: ReadonlyMap<string, string | null>;
  jobProfileNames: ReadonlyMap<string, string | null>;
  /** Returns the ids of those that changed at or after this instant. */
  changedSince(since: Date): { departmentIds: string[]; jobProfileIds: string[] };
}

interface NamedRow {
  _id: string;
  name: string;
  updatedAt: Date;
}

/** Includes deleted rows: closed cycles keep their names. */
export const DELETED_TOO = { isDeleted: { $in: [true, false] } };

/** Reads all departments and job profiles of the tenant by id, which are few; two queries. */
export async function readReferences(): Promise<References> {
  const fields = 'name updatedAt';
  const [departments, jobProfiles] = await Promise.all([
    DepartmentModel.find(DELETED_TOO).select(fields).lean<NamedRow[]>(),
    JobProfileModel.find(DELETED_TOO).select(fields).lean<NamedRow[]>(),
  ]);
  return {
    department: byId(departments),
    jobProfile: byId(jobProfiles),
    departmentNames: namesById(departments),
    jobProfileNames: namesById(jobProfiles),
    changedSince: (since) => ({
      departmentIds: changedIds(departments, since),
      jobProfileIds: changedIds(jobProfiles, since),
    }),
  };
}

const changedIds = (rows: readonly NamedRow[], since: Date): string[] =>
  rows.flatMap(({ _id, updatedAt }) => (updatedAt >= since ? [_id] : []));

const namesById = (rows: readonly NamedRow[]): Map<string, string | null> =>
  new Map(rows.map((row) => [row._id, row.name]));

function byId(rows: readonly NamedRow[]): (id: string | null) => Reference | undefined {
  const found = new Map(rows.map((row) => [row._id, { name: row.name, updatedAt: row.updatedAt }]));
  return (id) => (id === null ? undefined : found.get(id));
}
