import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';

/** A referenced row: its name, null when it is deleted, and when it last changed. */
export interface Reference {
  name: string | null;
  updatedAt: Date;
}

export interface References {
  department(id: string | null): Reference | undefined;
  jobProfile(id: string | null): Reference | undefined;
  /** All names by id; null for deleted ones. */
  departmentNames: ReadonlyMap<string, string | null>;
  jobProfileNames: ReadonlyMap<string, string | null>;
  /** Returns the ids of those that changed at or after this instant. */
  changedSince(since: Date): { departmentIds: string[]; jobProfileIds: string[] };
}

interface NamedRow {
  _id: string;
  name: string;
  updatedAt: Date;
  isDeleted: boolean;
}

/** Includes deleted rows: a deleted name changes the rows that showed it. */
export const DELETED_TOO = { isDeleted: { $in: [true, false] } };

/** Reads all departments and job profiles of the tenant by id, which are few; two queries. */
export async function readReferences(): Promise<References> {
  const fields = 'name updatedAt isDeleted';
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

const shownName = ({ name, isDeleted }: NamedRow): string | null => (isDeleted ? null : name);

const namesById = (rows: readonly NamedRow[]): Map<string, string | null> =>
  new Map(rows.map((row) => [row._id, shownName(row)]));

function byId(rows: readonly NamedRow[]): (id: string | null) => Reference | undefined {
  const found = new Map(rows.map((row) => [row._id, { name: shownName(row), updatedAt: row.updatedAt }]));
  return (id) => (id === null ? undefined : found.get(id));
}
