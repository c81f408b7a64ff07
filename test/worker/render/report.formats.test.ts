import { reportFormats } from '../../../worker/render/report/report.formats';

test.each([
  [4.3333, '4.33'],
  [4.335, '4.34'],
  [1.005, '1.01'],
  [2.675, '2.68'],
  [5, '5.00'],
  [0, '0.00'],
])('the score %d is shown as %s', (score, expected) => expect(reportFormats('en', 'UTC').score(score)).toBe(expected));

test('dates in English are those of the place: the month comes first in the United States alone', () => {
  expect(reportFormats('en', 'America/Chicago').date('2026-02-27')).toBe('Feb 27, 2026');
  expect(reportFormats('en', 'Europe/Madrid').date('2026-02-27')).toBe('27 Feb 2026');
  expect(reportFormats('es', 'Europe/Madrid').minute(new Date('2026-02-27T09:30:00Z'))).toBe('27 feb 2026, 10:30');
});
