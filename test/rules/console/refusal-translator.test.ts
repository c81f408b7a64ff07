import { readFileSync } from 'node:fs';
import { type RefusalTexts, refusalTranslator } from '../../../console/texts/refusals/refusal-translator';
import { sayRow } from '../../../console/texts/refusals/say-row';
import { reasonOfAnnotation, type Refusal, refusal } from '../../../shared/kernel/refusals/refusal';

const spanish = JSON.parse(readFileSync('console/texts/refusals/es.json', 'utf8')) as RefusalTexts;
const say = refusalTranslator(spanish, 'es-ES');

test.each<[string, Partial<Refusal> & { message: string }, string]>([
  ['a constant', refusal('MUST_NOT_BE_EMPTY'), 'no debe estar vacío'],
  ['a status in words', refusal('PLAN_NOT_DELETABLE', { status: 'InProgress' }), 'El plan está en estado en curso. Cancélelo antes de eliminarlo.'], // oxfmt-ignore
  ['several words', refusal('GOAL_STATUS_NOT_POSSIBLE', { status: 'Draft', wanted: 'Completed', next: 'Active or Cancelled' }), 'El objetivo está en estado borrador y no puede pasar a completado. Elija activo o cancelado.'], // oxfmt-ignore
  ['a name as people wrote it', refusal('REQUIRED_QUESTION_MISSING', { question: 'Draft {0} & <b>' }), 'debe incluir la pregunta obligatoria «Draft {0} & <b>»'], // oxfmt-ignore
  ['a number as Spanish writes it', refusal('NOT_IN_RANGE', { min: 0, max: 100_000 }), 'debe estar entre 0 y 100.000'],
  ['a code of a newer API', { message: 'The moon is full.', code: 'MOON_FULL', values: {} }, 'The moon is full.'],
  ['an error of before there were codes', { message: 'The disk is full.' }, 'The disk is full.'],
])('%s', (_name, refused, expected) => {
  expect(say(refused.message, refused)).toBe(expected);
});

test.each([
  ['must have at most 200 characters', { code: 'TEXT_TOO_LONG', values: { max: 200 } }],
  ['must be an integer from 1 to 5', { code: 'NOT_AN_INTEGER_IN_RANGE', values: { min: 1, max: 5 } }],
  ['must be a date such as 2026-11-21', { code: 'NOT_A_DATE', values: {} }],
  ['must be one of Active, OnLeave', { code: 'NOT_ONE_OF', values: { choices: 'Active, OnLeave' } }],
  ['invalid string value', { code: 'NOT_VALID', values: {} }],
])('the annotation "%s"', (message, reason) => {
  expect(reasonOfAnnotation(message)).toEqual(reason);
});

test('a row of an import says each of its sentences, and one of an old report what it was stored with', () => {
  const reasons = [
    { ...refusal('CELL_MISSING_FIRSTNAME'), column: 'firstname' },
    refusal('CELL_TOO_LONG', { column: 'email', max: 254 }),
  ];
  const row = { row: 2, outcome: 'error' as const, message: 'firstname is missing', warnings: [] };
  expect(sayRow({ ...row, reasons }, say)).toEqual([
    { text: 'falta el nombre', column: 'firstname', code: 'CELL_MISSING_FIRSTNAME' },
    { text: 'correo tiene más de 254 caracteres', code: 'CELL_TOO_LONG' },
  ]);
  expect(sayRow({ ...row, warnings: ['no manager'] }, say)).toEqual([
    { text: 'firstname is missing' },
    { text: 'no manager' },
  ]);
});
