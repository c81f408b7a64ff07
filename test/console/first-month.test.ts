// cspell:ignore Correo Responsable Puesto
import type { Locator, Page } from 'playwright-core';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useMailbox } from '../support/mailbox';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const console_ = useConsole();
const mailbox = useMailbox();
/** What a first review may cost beside typing: from an empty organization to an open cycle. */
const MAX_CLICKS = 25;
const PEOPLE = 40;
const HEADINGS = 'Nombre;Apellidos;Correo electrónico;Departamento;Responsable;Puesto;Fecha de alta';

let tenant: TestTenant;
let account: TestAccount;
let tab: Tab;
let page: Page;
let clicks = 0;

/** A row as an HR system writes it; everybody reports to the first, and days come before months. */
const row = (at: number, { department = at < 20 ? 'Logística' : 'Ventas', title = 'Técnico' } = {}): string =>
  [
    `Persona${at}`,
    'Muñoz Ruiz',
    `p${at}@empresa.example`,
    department,
    at === 0 ? '' : 'p0@empresa.example',
    title,
    `${String((at % 28) + 1).padStart(2, '0')}/03/2021`,
  ].join(';');

/** A file in Windows-1252, as Excel in Spain saves it. */
const file = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADINGS, ...rows, ''].join('\r\n'), 'latin1'),
});

beforeAll(async () => {
  tenant = await makeTenant({ name: 'Empresa', locale: 'es' });
  await mailbox.connect(tenant.id);
  account = await makeAccount(tenant.id, { roles: [Role.HRManager], locale: 'es', fullName: 'Ana García' });
});
beforeEach(async () => {
  tab = await console_().tab({ slug: tenant.slug, account, locale: 'es-ES' });
  ({ page } = tab);
});
afterEach(async () => {
  expect(tab.problems).toEqual([]);
  await tab.close();
});

async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp): Promise<void> => page.getByRole('heading', { name }).waitFor(WHILE_A_JOB_RUNS);

async function home(): Promise<void> {
  await click(page.getByRole('navigation').getByRole('link', { name: 'Inicio', exact: true }));
  await heading('Primeros pasos');
}

/** Takes a step of the cycle, and says yes to its question. */
async function take(step: string): Promise<void> {
  await click(button(step));
  await click(page.getByRole('dialog').getByRole('button', { name: step, exact: true }));
}

test('an open cycle of 40 people from an own file costs at most 25 clicks, along the path that Home shows', async () => {
  await tab.open('/');
  await heading('Primeros pasos');
  await click(page.locator('#page').getByRole('link', { name: 'Empleados', exact: true }));
  await click(page.getByRole('link', { name: 'Importar CSV' }).first());
  await page.getByLabel('Archivo CSV').setInputFiles(
    file(
      'noviembre.csv',
      Array.from({ length: PEOPLE }, (_, at) => row(at)),
    ),
  );
  await click(button('Comprobar'));
  await heading('Comprobación de noviembre.csv');
  await click(button('Crearlos con la importación'));
  await click(button('Crearlo con la importación'));
  await button(`Importar ${PEOPLE} empleados`).waitFor(WHILE_A_JOB_RUNS);
  await click(button(`Importar ${PEOPLE} empleados`));
  await heading(`Se importaron ${PEOPLE} empleados`);

  await home();
  await click(page.getByRole('link', { name: 'Tomar del contenido inicial' }));
  await heading('Competencias');
  await click(button(/^Añadir 24/));
  await page.getByText('Competencias: se han añadido 24').waitFor();
  await click(button(/^Añadir 4/));
  await page.getByText('Plantillas de evaluación: se han añadido').waitFor();

  await home();
  await click(page.getByRole('link', { name: 'Invitar a empleados' }));
  await click(page.getByRole('checkbox').first());
  await click(button('Invitar'));
  await click(page.getByRole('dialog').getByRole('button', { name: /Invitar/ }));

  await home();
  await click(page.getByRole('link', { name: 'Crear un ciclo' }));
  await page.getByLabel('Nombre', { exact: true }).fill('Evaluación anual');
  clicks += 1;
  await page.getByLabel('Plantilla').selectOption({ index: 1 });
  await click(button('Crear ciclo'));
  await heading('Evaluación anual');
  await take('Generar evaluaciones');
  await page.getByText(`${PEOPLE} evaluados con`).waitFor(WHILE_A_JOB_RUNS);
  await take('Abrir');
  await page.getByText('Anunciar apertura').waitFor(WHILE_A_JOB_RUNS);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
});

test('the next month’s file shows five changes, two arrivals and three who are gone before anything is written', async () => {
  await tab.open('/employees/import');
  const rows = Array.from({ length: PEOPLE - 3 }, (_, at) => row(at, at > 0 && at <= 5 ? { title: 'Jefe' } : {}));
  await page.getByLabel('Archivo CSV').setInputFiles(file('diciembre.csv', [...rows, row(50), row(51)]));
  await page.getByLabel('Qué hace la importación').selectOption('Añadir los nuevos y actualizar los conocidos');
  await button('Comprobar').click();
  await button('Crearlo con la importación').click(WHILE_A_JOB_RUNS);
  await heading('Qué cambia de 5 empleados');
  await heading('3 empleados activos no están en el archivo');
  expect(await tenant.within(() => EmployeeModel.countDocuments())).toBe(PEOPLE);
  await button('Marcar los 3 como baja').click();
  await button(/^Importar/).click();
  await heading('Se importaron 10 empleados');
  await heading('Qué cambió de 5 empleados');
  const states = await tenant.within(() => EmployeeModel.find({}, { status: 1 }).lean());
  expect(states.filter(({ status }) => status === EmployeeStatus.Active)).toHaveLength(PEOPLE - 3 + 2);
  expect(await tab.accessibilityProblems()).toEqual([]);
});
