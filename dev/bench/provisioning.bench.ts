import { bulkInsert } from '../../shared/db/bulk';
import { DepartmentModel } from '../../shared/framework/department.model';
import { hashToken, newId } from '../../shared/kernel/ids';
import { prefixOfToken } from '../../shared/kernel/tenant-token';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ScimTokenModel, scimTokens } from '../../shared/platform/scim-token.model';
import { serveApi } from './http-service';
import { timed } from './measure';
import { signInHr } from './scale.bench';
import { makeTenant, within } from './tenant';

/** Reports of a manager, and people of a department. */
const TEAM = 8;
const DEPARTMENT = 80;
/** Both ways take turns, so that they meet the same machine. */
const TURN = 50;
/** Takes each person once, in no order of the company: half of the managers come after their reports. */
const PRIME = 7_919;

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Milliseconds in which nineteen of twenty requests are answered. */
export interface Provisioning {
  createdP95: number;
  pushedP95: number;
  /** How many of those who were pushed have no manager at the end, but should. */
  withoutManager: number;
}

/** A way to create the person who comes at `turn`. */
interface Way {
  tenantId: string;
  create: (turn: number) => Promise<void>;
}

/** How large the organizations become, and how many of their people the requests that are measured create: the last ones. */
interface Size {
  people: number;
  measured: number;
}

/**
 * Fills two organizations up to `people`: one by `POST /api/employees` with ids of department and manager, one by SCIM with their names, in
 * an order in which managers come after their reports as often as before them.
 */
export async function provisioning(size: Size): Promise<Provisioning> {
  const api = await serveApi();
  try {
    const [employees, users] = [await byEmployees(api.url, size), await byScim(api.url, size)];
    const [created, pushed]: [number[], number[]] = [[], []];
    for (let start = size.people - size.measured; start < size.people; start += TURN)
      for (const [{ create }, times] of [
        [employees, created],
        [users, pushed],
      ] as const)
        for (let turn = start; turn < Math.min(size.people, start + TURN); turn++)
          times.push(await timed(() => create(turn)));
    const withoutManager = await within(users.tenantId, async () =>
      EmployeeModel.countDocuments({ managerId: null, email: { $ne: emailOf(0) } }),
    );
    return { createdP95: p95(created), pushedP95: p95(pushed), withoutManager };
  } finally {
    await api.close();
  }
}

async function byEmployees(url: string, { people, measured }: Size): Promise<Way> {
  const tenantId = await makeTenant();
  const ids = Array.from({ length: people }, newId);
  const departments = Array.from({ length: Math.ceil(people / DEPARTMENT) }, newId);
  const placeOf = (at: number) => ({
    departmentId: departments[Math.floor(at / DEPARTMENT)] ?? null,
    managerId: at === 0 ? null : (ids[managerOf(at)] ?? null),
  });
  const token = await within(tenantId, async () => {
    for (const [at, _id] of departments.entries()) await DepartmentModel.create({ _id, name: departmentOf(at) });
    const before = ids.slice(0, people - measured);
    await bulkInsert(
      EmployeeModel,
      before.map((_id, at) => ({ ...rowOf(at), _id, ...placeOf(at) })),
    );
    return signInHr(tenantId);
  });
  const create = (at: number): Promise<void> => {
    const { firstName, lastName, email, employeeCode } = rowOf(at);
    return post(`${url}/api/employees`, token, {
      id: ids[at],
      firstName,
      lastName,
      email,
      employeeCode,
      ...placeOf(at),
    });
  };
  return { tenantId, create };
}

async function byScim(url: string, { people, measured }: Size): Promise<Way> {
  const tenantId = await makeTenant();
  const token = scimTokens.create(tenantId);
  const personOf = (turn: number): number => (turn * PRIME) % people;
  await within(tenantId, async () => {
    await ScimTokenModel.create({
      name: 'IdP',
      prefix: prefixOfToken(token),
      hash: hashToken(token),
      createdBy: newId(),
    });
    const before = Array.from({ length: people - measured }, (_none, turn) => personOf(turn));
    const idOf = new Map(before.map((at) => [at, newId()]));
    const departments = Array.from({ length: Math.ceil(people / DEPARTMENT) }, newId);
    for (const [at, _id] of departments.entries()) await DepartmentModel.create({ _id, name: departmentOf(at) });
    const rows = before.map((at) => {
      const managerId = at === 0 ? null : (idOf.get(managerOf(at)) ?? null);
      const awaitedManager = at === 0 || managerId ? null : rowOf(managerOf(at)).employeeCode.toLowerCase();
      const departmentId = departments[Math.floor(at / DEPARTMENT)] ?? null;
      return { ...rowOf(at), _id: idOf.get(at), departmentId, managerId, awaitedManager, externalId: newId() };
    });
    await bulkInsert(EmployeeModel, rows);
  });
  const create = (turn: number): Promise<void> => {
    const at = personOf(turn);
    const { firstName, lastName, email, employeeCode } = rowOf(at);
    return post(`${url}/scim/v2/Users`, token, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      ...{ userName: email, externalId: newId(), active: true },
      name: { givenName: firstName, familyName: lastName },
      [ENTERPRISE]: {
        employeeNumber: employeeCode,
        department: departmentOf(Math.floor(at / DEPARTMENT)),
        ...(at === 0 ? {} : { manager: { value: rowOf(managerOf(at)).employeeCode } }),
      },
    });
  };
  return { tenantId, create };
}

const managerOf = (at: number): number => Math.floor((at - 1) / TEAM);
const departmentOf = (at: number): string => `Department ${at}`;
const emailOf = (at: number): string => `e${at}@bench.example`;

function rowOf(at: number) {
  return {
    ...{ employeeCode: `E${at}`, firstName: `First${at}`, lastName: `Last${at}`, fullName: `First${at} Last${at}` },
    ...{ email: emailOf(at), status: EmployeeStatus.Active, jobProfileId: null, hireDate: null },
    ...{ terminationDate: null, photoFileId: null, isDeleted: false },
  };
}

/** Throws an Error for every answer but 201. */
async function post(url: string, token: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${url} answers ${answer.status} ${text}`);
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
