import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { ErasureModel } from '../../../shared/privacy/erasure.model';
import { PrivacyRequestModel } from '../../../shared/privacy/privacy-request.model';
import { PrivacyStatus } from '../../../shared/privacy/privacy-status';
import { erasePerson } from '../../../worker/privacy/erase.job';
import { makeOneOfEach } from '../../factories/one-of-each';
import { makeTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';
import { placesNaming, storedByService } from '../../support/stored-texts';

const service = useService({ ownDatabase: true });
const PATH = '/api/privacy-requests';

test('a worker that dies at every step of an erasure leaves a person who is erased whole in the end', async () => {
  const own = await makeTenant();
  const made = await makeOneOfEach(own);
  const id = made.pathValues('/api/employees/{id}').id ?? '';
  const names = {
    firstName: 'Xiomara',
    lastName: 'Bustinza',
    email: 'xiomara.b@example.test',
    employeeCode: 'XB-4410',
  };
  await service()
    .call('put', `/api/employees/${id}`, own.admin)
    .send({ ...names, status: EmployeeStatus.Terminated });
  const opened = await service().call('post', PATH, own.admin).send({ employeeId: id, kind: 'Erasure' });
  const requestId: string = opened.body.id;
  await own.within(() => finishedJob('privacy.collect', { requestId }));
  await own.within(async () =>
    PrivacyRequestModel.updateOne({ _id: requestId }, { $set: { status: PrivacyStatus.Completing } }),
  );
  let steps = 0;
  for (let deadly = 0; ; deadly += 4) {
    steps = 0;
    const ended = await own
      .within(() =>
        runHandler(
          erasePerson,
          { requestId },
          {
            progress: async () => {
              steps += 1;
              if (steps > deadly) throw new Error('the worker dies');
            },
          },
        ),
      )
      .then(
        () => true,
        (error: Error) => {
          if (error.message !== 'the worker dies') throw error;
          return false;
        },
      );
    if (ended) break;
    const left = await own.within(async () => EmployeeModel.findById(id).lean());
    expect(left?.fullName).toBe('Xiomara Bustinza');
  }
  expect(steps).toBeGreaterThan(15);
  expect(placesNaming(await storedByService(), ['Xiomara Bustinza', names.email, names.employeeCode])).toEqual([]);
  const { body } = await service().call('get', `${PATH}/${requestId}`, own.admin);
  expect(body).toMatchObject({ status: 'Completed', counts: { deleted: { Evaluation: 1, User: 1 } } });
  await own.within(() => runHandler(erasePerson, { requestId }));
  expect(await own.within(async () => ErasureModel.countDocuments())).toBe(1);
});
