import { readCsv } from '../../shared/infra/csv';
import { decideDateFormat } from '../../shared/kernel/csv-dates.rules';
import { checkEmployeeRow } from '../../shared/people/employee-csv.rules';
import { isRecognized, meaningsOf } from '../../shared/people/heading-meanings.rules';

// Headings of exports and import templates, by the documentation of each system.
test.each<[system: string, headings: Record<string, string | null>]>([
  [
    'BambooHR',
    {
      'Employee #': 'employeecode',
      'First Name': 'firstname',
      'Last Name': 'lastname',
      'Work Email': 'email',
      'Hire Date': 'hiredate',
      Department: 'department',
      'Job Title': 'jobprofile',
      'Reporting to': 'manager',
      'Employment Status': 'status',
      'Home Email': null,
    },
  ],
  [
    'Personio',
    {
      'First name': 'firstname',
      'Last name': 'lastname',
      Email: 'email',
      Position: 'jobprofile',
      Supervisor: 'manager',
      Team: 'department',
    },
  ],
  [
    'Personio, German',
    {
      Vorname: 'firstname',
      Nachname: 'lastname',
      'E-Mail': 'email',
      Abteilung: 'department',
      Vorgesetzter: 'manager',
      Eintrittsdatum: 'hiredate',
      Personalnummer: 'employeecode',
      Stelle: 'jobprofile',
    },
  ],
  [
    'SAP SuccessFactors',
    {
      STATUS: 'status',
      USERID: 'employeecode',
      FIRSTNAME: 'firstname',
      LASTNAME: 'lastname',
      GENDER: null,
      EMAIL: 'email',
      MANAGER: 'manager',
      DEPARTMENT: 'department',
      TITLE: 'jobprofile',
      HIREDATE: 'hiredate',
    },
  ],
  [
    'Workday',
    {
      'Employee ID': 'employeecode',
      Worker: 'fullname',
      'Primary Work Email': 'email',
      'Supervisory Organization': 'department',
      "Worker's Manager": 'manager',
      'Business Title': 'jobprofile',
      'Original Hire Date': 'hiredate',
      'Worker Status': 'status',
    },
  ],
  [
    'A3',
    {
      'Código trabajador': 'employeecode',
      Nombre: 'firstname',
      'Primer apellido': 'lastname',
      'Segundo apellido': 'secondlastname',
      'Correo electrónico': 'email',
      'Fecha antigüedad': 'hiredate',
      NIF: null,
    },
  ],
  [
    'Sage',
    {
      'Código Empleado': 'employeecode',
      'Apellidos y Nombre': 'fullname',
      Correo: 'email',
      Puesto: 'jobprofile',
      'Fecha alta': 'hiredate',
    },
  ],
  [
    'Sage HR',
    {
      'Employee number': 'employeecode',
      'First name': 'firstname',
      'Last name': 'lastname',
      'Employment start date': 'hiredate',
      'Reports to': 'manager',
    },
  ],
  [
    'Factorial',
    {
      Nombre: 'firstname',
      Apellidos: 'lastname',
      Email: 'email',
      Equipo: 'department',
      Responsable: 'manager',
      Puesto: 'jobprofile',
      'Fecha de inicio': 'hiredate',
    },
  ],
  [
    'Google Contacts',
    {
      'Given Name': 'firstname',
      'Family Name': 'lastname',
      'E-mail 1 - Value': 'email',
      'Organization 1 - Title': 'jobprofile',
      'Organization 1 - Department': 'department',
      'E-mail 2 - Value': null,
    },
  ],
  [
    'Google Workspace',
    {
      'First Name [Required]': 'firstname',
      'Last Name [Required]': 'lastname',
      'Email Address [Required]': 'email',
      'Employee ID': 'employeecode',
      'Manager Email': 'manager',
      'Employee Title': 'jobprofile',
    },
  ],
  [
    'Microsoft 365',
    {
      'Display name': null,
      'First name': 'firstname',
      'Last name': 'lastname',
      'User principal name': 'email',
      Department: 'department',
      Title: 'jobprofile',
    },
  ],
  [
    'ADP',
    {
      'Associate ID': 'employeecode',
      'Legal First Name': 'firstname',
      'Legal Last Name': 'lastname',
      'Job Title Description': 'jobprofile',
      'Reports To Name': 'manager',
      'Home Department': 'department',
    },
  ],
  [
    'Gupy, Portuguese',
    {
      'Nome completo': 'fullname',
      'E-mail corporativo': 'email',
      Matrícula: 'employeecode',
      Setor: 'department',
      Gestor: 'manager',
      Cargo: 'jobprofile',
      'Data de admissão': 'hiredate',
    },
  ],
  ['Portuguese', { Nome: 'firstname', Sobrenome: 'lastname', 'Correio eletrónico': 'email', Chefia: 'manager' }],
  [
    'Lucca, French',
    {
      Prénom: 'firstname',
      Nom: 'lastname',
      'Adresse e-mail': 'email',
      Matricule: 'employeecode',
      Service: 'department',
      'Responsable hiérarchique': 'manager',
      'Intitulé du poste': 'jobprofile',
      "Date d'embauche": 'hiredate',
    },
  ],
  [
    'German',
    {
      Vorname: 'firstname',
      Name: 'lastname',
      'E-Mail-Adresse': 'email',
      Führungskraft: 'manager',
      Stellenbezeichnung: 'jobprofile',
      Einstellungsdatum: 'hiredate',
    },
  ],
])('headings of %s', (_system, headings) => {
  expect(
    Object.fromEntries(meaningsOf(Object.keys(headings)).map((column, at) => [Object.keys(headings)[at], column])),
  ).toEqual(headings);
});

test('of two headings for one column the better one is read, and none for a column that the file names', () => {
  expect(meaningsOf(['E-mail', 'Work Email'])).toEqual([null, 'email']);
  expect(meaningsOf(['Work Email'], new Set(['email']))).toEqual([null]);
  expect([isRecognized('Fecha de ALTA'), isRecognized('Talla')]).toEqual([true, false]);
});

const COLUMNS = { required: [['firstname', 'fullname'], ['lastname', 'fullname'], 'email'], accepted: ['firstname', 'lastname', 'secondlastname', 'fullname', 'email'], meaningsOf }; // oxfmt-ignore

test.each([
  [
    'two surnames are joined',
    'Nombre;Apellido 1;Apellido 2;Correo\nAna;Ruiz;Gil;a@x.es',
    { firstName: 'Ana', lastName: 'Ruiz Gil' },
  ],
  [
    'a whole name is divided at its comma',
    'Apellidos, Nombre;Correo\nRuiz Gil, Ana;a@x.es',
    { firstName: 'Ana', lastName: 'Ruiz Gil' },
  ],
  ['and is a problem without one', 'Nombre y apellidos;Correo\nAna Ruiz;a@x.es', ['FULLNAME_WITHOUT_COMMA']],
])('%s', async (_case, text, expected) => {
  const { value: row } = await readCsv(Buffer.from(text), COLUMNS).rows.next();
  const checked = checkEmployeeRow(row?.cells ?? {}, { dateFormat: 'iso' });
  if (checked.ok) expect(checked.value).toMatchObject(expected);
  else expect(checked.problems.map(({ code }) => code)).toEqual(expected);
});

test('the organization\u2019s own headings come before meanings, also for a heading that it ignores', () => {
  const aliases = new Map([
    ['correo', ''],
    ['contacto', 'email'],
  ]);
  const { headings } = readCsv(Buffer.from('Nombre,Apellidos,Correo,Contacto\n'), { ...COLUMNS, aliases });
  expect(headings.map(({ column }) => column)).toEqual(['firstname', 'lastname', null, 'email']);
});

test.each([
  ['a day above 12 settles the others', ['03/04/2024', '25/12/2023'], null, 'dd/mm/yyyy', []],
  ['so does a month in second place', ['03/04/2024', '12/25/2023'], null, 'mm/dd/yyyy', []],
  ['dates that read the same both ways need nothing', ['05/05/2024', '2024-03-04', 'soon', ''], null, 'iso', []],
  ['dates that read both ways are asked', ['03/04/2024', '03/04/2024', 'soon'], null, null, ['03/04/2024']],
  ['what is remembered decides these', ['03/04/2024'], 'mm/dd/yyyy', 'mm/dd/yyyy', []],
  ['but not what the column settles', ['03/04/2024', '25/12/2023'], 'mm/dd/yyyy', 'dd/mm/yyyy', []],
  ['dates of both orders are asked', ['25/12/2023', '12/25/2023'], null, null, ['25/12/2023', '12/25/2023']],
] as const)('%s', (_case, values, remembered, dateFormat, dateExamples) => {
  expect(decideDateFormat(values, remembered)).toEqual({ dateFormat, dateExamples });
});
