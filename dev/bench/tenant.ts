import mongoose, { type Model } from 'mongoose';
import { newApiKey } from '../../api/http/api-key-token';
import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import type { TenantRow } from '../../shared/db/rows';
import { DepartmentModel } from '../../shared/framework/department.model';
import { runInContext } from '../../shared/kernel/context';
import { hashToken, newId } from '../../shared/kernel/ids';
import { prefixOfToken } from '../../shared/kernel/tenant-token';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { ApiKeyModel } from '../../shared/platform/api-key.model';
import { TenantModel } from '../../shared/platform/tenant.model';

/** A new organization; returns its id. */
export async function makeTenant(): Promise<string> {
  const slug = `bench-${newId().slice(0, 13)}`;
  const tenant = await TenantModel.create({ name: slug, slug });
  return tenant._id;
}

/** Runs `fn` bound to a tenant. */
export function within<T>(tenantId: string, fn: () => Promise<T>): Promise<T> {
  return runInContext({ requestId: newId(), tenantId, actor: null }, async () => fn());
}

/** Employees in teams of eight, eighty a department. */
export async function makeEmployees(count: number, jobProfileId: string | null = null): Promise<Employee[]> {
  const ids = Array.from({ length: count }, newId);
  const departments = Array.from({ length: Math.ceil(count / 80) }, newId);
  const rows = ids.map((_id, at): NewRow<Employee> => {
    const email = `e${at}@bench.example`;
    return {
      _id,
      employeeCode: null,
      firstName: `First${at}`,
      lastName: `Last${at}`,
      fullName: `First${at} Last${at}`,
      email,
      status: EmployeeStatus.Active,
      departmentId: departments[Math.floor(at / 80)] ?? null,
      managerId: at === 0 ? null : (ids[Math.floor((at - 1) / 8)] ?? null),
      jobProfileId,
      hireDate: null,
      terminationDate: null,
      photoFileId: null,
      isDeleted: false,
    };
  });
  const { inserted } = await bulkInsert(EmployeeModel, rows);
  return inserted;
}

export async function makeDepartments(employees: readonly Employee[]): Promise<void> {
  const ids = [...new Set(employees.flatMap(({ departmentId }) => departmentId ?? []))];
  for (const [at, _id] of ids.entries()) await DepartmentModel.create({ _id, name: `Department ${at}` });
}

/** A key of the public API, as the headers of a request. */
export async function makeKey(tenantId: string): Promise<Record<string, string>> {
  const key = newApiKey(tenantId);
  const stored = { prefix: prefixOfToken(key), hash: hashToken(key), expiresAt: null };
  await within(tenantId, async () => ApiKeyModel.create({ name: 'BI', createdBy: newId(), ...stored }));
  return { 'X-Api-Key': key };
}

/** A collection with the indexes of a model, for raw writes of the same documents. */
export interface RawTwin {
  collection: mongoose.mongo.Collection;
  /** Copies of the rows under new ids and a new tenant, so that no unique index knows them. */
  copies(rows: readonly TenantRow[]): object[];
  /** Inserts through the driver in batches of 1,000, unordered. */
  insert(documents: readonly object[]): Promise<void>;
}

/** Makes the raw twin of a model's collection. */
export async function rawTwin<T extends TenantRow>(model: Model<T>): Promise<RawTwin> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  const twin = db.collection(`raw_${model.collection.name}_${newId().slice(0, 8)}`);
  for (const [keys, options] of model.schema.indexes()) {
    const { unique, partialFilterExpression } = options as { unique?: boolean; partialFilterExpression?: object };
    await twin.createIndex(keys as Record<string, 1 | -1>, {
      ...(unique ? { unique } : {}),
      ...(partialFilterExpression ? { partialFilterExpression: partialFilterExpression } : {}),
    });
  }
  return {
    collection: twin,
    copies(rows) {
      const tenantId = newId();
      return rows.map((row) => ({ ...row, _id: newId(), tenantId }));
    },
    async insert(documents) {
      for (let start = 0; start < documents.length; start += 1_000)
        await twin.insertMany(documents.slice(start, start + 1_000), { ordered: false });
    },
  };
}
