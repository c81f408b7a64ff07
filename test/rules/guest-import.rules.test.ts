import { refusal } from '../../shared/kernel/refusals/refusal';
import { type GuestImportSource, planGuestImport } from '../../worker/evaluation/guest-import.rules';

const ANA = { id: 'ana', fullName: 'Ana García', email: 'ana@own.example', employeeCode: 'E1' };
const row = (number: number, subject: string, name: string, email: string) => ({
  row: number,
  cells: { subject, name, email },
});
const plan = (rows: GuestImportSource['rows'], source: Partial<GuestImportSource> = {}) =>
  planGuestImport({
    rows,
    subjects: [ANA, { id: 'ben', fullName: 'Ben Ode', email: 'ben@own.example', employeeCode: null }],
    employeeEmails: new Set(['ana@own.example']),
    guests: [],
    roles: new Map(),
    loadOf: () => 0,
    isFull: () => false,
    full: refusal('HAS_MAX_EVALUATIONS', { max: 1 }),
    idOf: (number) => `row ${number}`,
    guestIdOf: (email) => `guest ${email}`,
    ...source,
  });
const outcomes = ({ report }: ReturnType<typeof plan>) =>
  report.map(({ outcome, reasons = [] }) => [outcome, ...reasons.map(({ code }) => code)].join(' '));

test('subjects are named by email, code or name; one guest of several is added once', () => {
  const planned = plan([
    row(2, 'ana@own.example', 'Marta', 'M@client.example'),
    row(3, 'ben ode', 'Marta Ruiz', 'm@client.example '),
    row(4, 'e1', 'Zoe', 'z@client.example'),
  ]);
  expect(outcomes(planned)).toEqual(['created', 'created', 'created']);
  expect(planned.creations.map(({ subjectId, guest }) => [subjectId, guest.id, guest.isNew])).toEqual([
    ['ana', 'guest m@client.example', true],
    ['ben', 'guest m@client.example', false],
    ['ana', 'guest z@client.example', true],
  ]);
});

test('what cannot be is an error, what is there already is skipped', () => {
  const guests = [
    { id: 'g1', email: 'm@client.example', isWithdrawn: false },
    { id: 'g2', email: 'gone@client.example', isWithdrawn: true },
  ];
  const planned = plan(
    [
      row(2, 'Nobody', 'Marta', 'x@client.example'),
      row(3, 'Ana García', 'Ana', 'ana@own.example'),
      row(4, 'Ana García', 'Gone', 'gone@client.example'),
      row(5, 'Ana García', 'Marta', 'm@client.example'),
      row(6, 'Ben Ode', 'Zoe', 'z@client.example'),
      row(7, 'Ben Ode', 'Zoe', 'z@client.example'),
      row(8, '', '', 'nowhere'),
    ],
    { guests, roles: new Map([['ana g1', 'other']]) },
  );
  expect(outcomes(planned)).toEqual([
    'error REFERENCE_NOT_FOUND',
    'error EMAIL_OF_EMPLOYEE',
    'error GUEST_IS_WITHDRAWN',
    'skipped GUEST_EVALUATES_SUBJECT',
    'created',
    'skipped GUEST_EVALUATES_SUBJECT',
    'error CELL_MISSING_SUBJECT CELL_MISSING_NAME CELL_NOT_AN_EMAIL',
  ]);
});

test('a guest with as many evaluations as the cycle allows gets no more', () => {
  const rows = [row(2, 'Ana García', 'M', 'm@client.example'), row(3, 'Ben Ode', 'M', 'm@client.example')];
  expect(outcomes(plan(rows, { isFull: (load) => load >= 1 }))).toEqual(['created', 'error HAS_MAX_EVALUATIONS']);
});

test('a repeated run reports its own rows as created, and plans them no more', () => {
  const rows = [row(2, 'Ana García', 'M', 'm@client.example')];
  const guests = [{ id: 'guest m@client.example', email: 'm@client.example', isWithdrawn: false }];
  const again = plan(rows, { guests, roles: new Map([['ana guest m@client.example', 'row 2']]) });
  expect([outcomes(again), again.creations]).toEqual([['created'], []]);
});
