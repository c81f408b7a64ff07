import { readFileSync } from 'node:fs';
import { RECORD, recordedRights } from '../../dev/queries/record';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { EmployeeModel } from '../../shared/people/employee.model';
import { useDatabase } from '../support/database';

useDatabase();

const find = (managerId: string, operation?: () => string): Promise<unknown> =>
  runInContext({ requestId: newId(), tenantId: newId(), actor: null, operation }, () =>
    EmployeeModel.find({ managerId }).lean().exec(),
  );

test('what a route, job or task asks is recorded once, without values; what has no such sender is not', async () => {
  const managerId = newId();
  const sender = `task ${newId()}`;
  await find(managerId, () => sender);
  await find(managerId, () => sender);
  await find(managerId);
  const lines = readFileSync(RECORD, 'utf8').split('\n');
  const recorded = lines.filter((line) => line.includes(sender));
  expect(recorded).toHaveLength(1);
  expect(JSON.parse(recorded[0] ?? '')).toMatchObject({
    shape: { collection: 'employees', operation: 'find', conditions: { managerId: 'equal' } },
  });
  expect(lines.filter((line) => line.includes(managerId))).toEqual([]);
});

test('the right that a command needs is recorded with the process that sent it', async () => {
  await find(newId(), () => 'GET /api/v1/employees');
  expect(recordedRights()).toContainEqual(
    expect.objectContaining({ process: 'public-api', collection: 'employees', action: 'find' }),
  );
});
