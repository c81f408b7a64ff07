import { changeRow } from '../../api/growth/change-row';
import { searchFilter } from '../../shared/db/search';
import { DepartmentModel } from '../../shared/framework/department.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { makeAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useDatabase } from '../support/database';

useDatabase();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const isFound = async (search: string): Promise<boolean> =>
  (await DepartmentModel.exists(searchFilter(search))) !== null;

describe('what rows are found by follows their fields', () => {
  test('in rows that are created, saved and updated, accents and case aside', async () => {
    await tenant.within(async () => {
      const department = await DepartmentModel.create({ name: 'Ingeniería', code: 'ENG' });
      expect([await isFound('INGENIERIA eng'), await isFound('Ventas')]).toEqual([true, false]);
      department.name = 'Ventas';
      await department.save();
      expect([await isFound('ventas'), await isFound('ingenieria')]).toEqual([true, false]);
      await changeRow(DepartmentModel, department._id, () => ({ name: 'Café', code: null }));
      expect([await isFound('CAFE'), await isFound('eng')]).toEqual([true, false]);
    });
  });

  test('an update of some of the fields is refused, one of other fields leaves the text', async () => {
    const { id } = await makeAccount(tenant.id, { fullName: 'Ana García' });
    await tenant.within(async () => {
      await expect(UserModel.updateOne({ _id: id }, { $set: { fullName: 'Eva Ruiz' } })).rejects.toThrow('email');
      await UserModel.updateOne({ _id: id }, { $set: { locale: 'es' } });
      expect(await UserModel.exists({ _id: id, ...searchFilter('ana garcia') })).not.toBeNull();
    });
  });
});
