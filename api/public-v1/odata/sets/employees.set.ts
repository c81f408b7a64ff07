import { rowsByKey } from '../../../../shared/db/batches';
import { EmployeeModel } from '../../../../shared/people/employee.model';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import { type EmployeeV1, SHOWN_FIELDS } from '../../employees.dto';
import { changedSince, toEmployeesV1 } from '../../employees.queries';
import { readReferences, type References } from '../../reference-rows.queries';
import { allOf, type Places, storedAs } from '../condition';
import { dateOrNull, guid, guidOrNull, instant, type Properties, text, textOrNull } from '../edm';
import type { EntitySet, Slice } from '../entity-set';
import type { Row } from '../filter-expression';
import { namedPeople } from './named-people';

const PROPERTIES: Properties<EmployeeV1> = {
  id: guid,
  employeeCode: textOrNull,
  firstName: text,
  lastName: text,
  fullName: text,
  email: text,
  status: text,
  department: textOrNull,
  departmentId: guidOrNull,
  jobProfile: textOrNull,
  jobProfileId: guidOrNull,
  manager: textOrNull,
  managerId: guidOrNull,
  hireDate: dateOrNull,
  updatedAt: instant,
};

const placesOf = ({ departmentNames, jobProfileNames }: References): Places => ({
  ...storedAs('employeeCode', 'firstName', 'lastName', 'fullName', 'email', 'status', 'hireDate'),
  ...storedAs('departmentId', 'jobProfileId', 'managerId'),
  id: { field: '_id' },
  department: { field: 'departmentId', names: departmentNames },
  jobProfile: { field: 'jobProfileId', names: jobProfileNames },
});

async function* rows({ condition, from, since, until, take }: Slice): AsyncGenerator<Row[]> {
  const references = await readReferences();
  const where = allOf(condition(placesOf(references)), await namedPeople(condition, 'manager', 'managerId'));
  if (where === null) return;
  const narrowed = {
    $and: [where],
    ...(since ? { $or: await changedSince(since) } : {}),
    ...(until ? { updatedAt: { $lt: until } } : {}),
  };
  const reading = { fields: SHOWN_FIELDS, key: ['_id'] as const, from: [from], take };
  for await (const batch of rowsByKey(EmployeeModel, narrowed, reading)) {
    const shown = await toEmployeesV1(batch, references);
    yield shown.map((employee) => ({ ...employee }));
  }
}

export const employees: EntitySet = {
  name: 'Employees',
  entity: 'Employee',
  scope: ApiKeyScope.Employees,
  key: ['id'],
  properties: PROPERTIES,
  rows,
};
