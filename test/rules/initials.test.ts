import { initialsOf } from '../../shared/kernel/initials';

// HR reads both names, everyone else the full one: a person has the same initials for all.
test.each([
  ['Ana', 'Ruiz', 'AR'],
  ['Lucía', 'Fernández Prado', 'LF'],
  ['José Luis', 'Ruiz Prado', 'JR'],
  ['Ana María', 'de la Fuente', 'AD'],
  ['Zoë', 'van der Berg', 'ZV'],
  ['li', '李', 'L李'],
])('%s %s is %s', (firstName, lastName, initials) => {
  expect([initialsOf(firstName, lastName), initialsOf(`${firstName} ${lastName}`)]).toEqual([initials, initials]);
});

test('a name of one word has one letter', () => {
  expect([initialsOf('Cher'), initialsOf('–'), initialsOf('')]).toEqual(['C', '–', '']);
});
