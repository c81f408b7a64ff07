import { countRows } from '../../shared/db/remembered.store';
import { inTransaction } from '../../shared/db/transaction';
import { DepartmentModel } from '../../shared/people/department.model';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { commandsOf } from '../support/command-count';
import { useDatabase } from '../support/database';

useDatabase();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const departments = (name = /^/): Promise<number> => countRows(DepartmentModel, { name });

describe('how many rows a filter finds (decisions 1, "Lists": totalCount)', () => {
  test('rows are counted once after a change of them, by filter', async () => {
    await tenant.within(async () => {
      await DepartmentModel.create({ name: 'Sales' }, { name: 'Support' });
      expect([await departments(), await departments(/^Sa/), await departments(/^X/)]).toEqual([2, 1, 0]);
      const again = await commandsOf(async () =>
        expect([await departments(), await departments(/^Sa/)]).toEqual([2, 1]),
      );
      expect(again.filter((command) => command.endsWith('departments'))).toEqual([]);
      await DepartmentModel.updateOne({ name: 'Sales' }, { $set: { isDeleted: true } });
      expect([await departments(), await departments(/^Sa/)]).toEqual([1, 0]);
    });
  });

  test('an organization counts its own rows, and a transaction what it has written', async () => {
    const other = await makeTenant();
    await other.within(async () => {
      expect(await departments()).toBe(0);
      const undone = inTransaction(async () => {
        await DepartmentModel.create([{ name: 'Sales' }]);
        expect(await departments()).toBe(1);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await departments()).toBe(0);
    });
  });
});
