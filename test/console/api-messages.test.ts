import { readFileSync } from 'node:fs';
import { messageTranslator } from '../../console/texts/api-messages/message-translator';

const spanish = JSON.parse(readFileSync('console/texts/api-messages/es.json', 'utf8')) as Record<string, string>;
const translate = messageTranslator(spanish);
const placeholders = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).sort();

test('a translation shows what differs from message to message, and nothing else', () => {
  const wrong = Object.entries(spanish).filter(([message, text]) =>
    placeholders(text).some((name) => !placeholders(message).includes(name)),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['must not be empty', 'no debe estar vacío'],
  ['must have at most 200 characters', 'debe tener como máximo 200 caracteres'],
  ['must be one of Trial, Active', 'debe ser uno de estos valores: Trial, Active'],
  ['must be an integer from 1 to 5', 'debe ser un número entero de 1 a 5'],
  ['“A {0} & B” shows no gap of this employee up to priority 2. Increase maxPriority or choose another cycle.', '«A {0} & B» no muestra brechas de este empleado hasta la prioridad 2. Amplíe la prioridad o elija otro ciclo.'], // oxfmt-ignore
  ['firstname is missing; email is not a valid email address', 'falta firstname; email no es una dirección de correo válida'], // oxfmt-ignore
  ['The job was struck by lightning.', 'The job was struck by lightning.'],
  ['', ''],
])('%s', (message, expected) => {
  expect(translate(message)).toBe(expected);
});
