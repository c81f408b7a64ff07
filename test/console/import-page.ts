import type { Page } from 'playwright-core';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole } from './browser';

export let browser: ReturnType<typeof useConsole>;
export let tenant: TestTenant;
export let hr: TestAccount;

/** An organization with an HR manager, for each test of the file. */
export function setUpImports(): void {
  const own = useConsole();
  beforeEach(async () => {
    browser = own;
    tenant = await makeTenant();
    hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Ana García' });
  });
}

export const csv = (text: string | Buffer, name = 'people.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
export const SMALL = [
  'email;firstname;lastname;Notes;hiredate;manager',
  'ana@x.example;Ana;<b>García</b>;a note;31/01/2024;',
  'luis@x.example;Luis;Ruiz;;31/01/2024;nobody@x.example',
  'ana@x.example;Ana;Again;;31/01/2024;',
  'nowhere;Mia;Núñez;"her; note";31/01/2024;',
  '',
].join('\n');
export async function importPage(): Promise<Tab> {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open('/employees/import');
  return tab;
}

export async function check(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check' }).click();
}

export const count = (page: Page, name: string): Promise<string> =>
  page.locator('dl > div', { hasText: name }).locator('dd').innerText();
export const employees = (): Promise<number> => tenant.within(() => EmployeeModel.countDocuments());

/** The file of the next month, which knows Ana and Luis of `makeKnownEmployees`. */
export const NEXT_MONTH = [
  'Correo;Código;Nombre;Departamento;Responsable;Estado',
  'ana@x.example;;Ana María;Logística;;Activa',
  'luis@x.example;;;;ana@x.example;Baja',
  'new@x.example;;Nueva;;;',
].join('\n');

/** Makes a department, and four employees of whom the file of the next month names two. */
export async function makeKnownEmployees(): Promise<void> {
  await tenant.within(async () => {
    await makeEmployee({ email: 'ana@x.example', firstName: 'Ana', lastName: 'Gil' });
    await makeEmployee({ email: 'luis@x.example', firstName: 'Luis', lastName: 'Ruiz' });
    await makeEmployee({ email: 'gone@x.example', firstName: 'Leo', lastName: 'Paz' });
    await makeEmployee({ email: 'stays@x.example', firstName: 'Eva', lastName: 'Sol' });
    await makeDepartment('Operations');
  });
}
