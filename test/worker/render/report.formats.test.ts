import { reportFormats } from '../../../worker/render/report/report.formats';

test.each([
  [4.3333, '4.33'],
  [4.335, '4.34'],
  [1.005, '1.01'],
  [2.675, '2.68'],
  [5, '5.00'],
  [0, '0.00'],
])('the score %d is shown as %s', (score, expected) => expect(reportFormats('en').score(score)).toBe(expected));
