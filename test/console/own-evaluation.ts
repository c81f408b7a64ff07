import { EmployeeModel } from '../../shared/people/employee.model';
import type { TestTenant } from '../factories/tenant';
import type { Service } from '../support/service';

/** Answers the Self evaluation of the person with this last name over HTTP, and submits it; returns the employee's id. */
export async function submitOwn(service: Service, tenant: TestTenant, lastName: string): Promise<string> {
  const employee = await tenant.within(() => EmployeeModel.findOne({ lastName }).orFail().lean());
  const token = await tenant.signedIn({ employeeId: employee._id });
  const mine = (await service.call('get', '/api/my-evaluations', token)).body.items;
  const own = mine.find(({ evaluatorType }: { evaluatorType: string }) => evaluatorType === 'Self');
  const form = (await service.call('get', `/api/my-evaluations/${own.id}`, token)).body;
  const [rating, text] = form.template.sections[0].items;
  const answers = [
    { itemId: rating.id, score: 4 },
    { itemId: text.id, comment: '<b>Less</b> meetings' },
  ];
  await service.call('post', `/api/my-evaluations/${own.id}/respond`, token).send({ answers });
  expect((await service.call('post', `/api/my-evaluations/${own.id}/submit`, token)).status).toBe(200);
  return employee._id;
}
