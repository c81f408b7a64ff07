import { rowsByKey } from '../../../../shared/db/batches';
import { EmployeeModel } from '../../../../shared/people/employee.model';
import { ApiKeyScope } from '../../../../shared/platform/api-key-scope';
import { type EmployeeV1, SHOWN_FIELDS } from '../../employees.dto';
import { changedSince, toEmployeesV1 } from '../../employees.queries';
import { readReferences } from '../../reference-rows.queries';
import { dateOrNull, guid, guidOrNull, instant, type Properties, text, textOrNull } from '../edm';
import { among, type EntitySet, type Slice } from '../entity-set';
import type { Row } from '../filter-expression';

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

async function* rows(slice: Slice): AsyncGenerator<Row[]> {
  const { from, since, until, take } = slice;
  const references = await readReferences();
  const narrowed = {
    $and: [among('_id', slice, 'id')],
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
