import { auditPeriod } from '../../api/platform/audit-period.rules';

describe('dateFrom and dateTo of the audit log', () => {
  const from = (text: string) => auditPeriod(text, undefined).period.from?.toISOString() ?? null;
  const before = (text: string) => auditPeriod(undefined, text).period.before?.toISOString() ?? null;

  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000Z', '2026-11-21T09:30:01.000Z'],
    ['2026-11-21T09:30:00+02:00', '2026-11-21T07:30:00.000Z', '2026-11-21T07:30:01.000Z'],
    ['2026-11-21T09:30Z', '2026-11-21T09:30:00.000Z', '2026-11-21T09:30:01.000Z'],
  ])('%s begins at %s and ends before %s', (text, start, end) => {
    expect([from(text), before(text)]).toEqual([start, end]);
  });

  test('absent is open', () => {
    expect(auditPeriod(undefined, undefined)).toEqual({ period: { from: null, before: null }, errors: [] });
  });

  test.each(['', 'today', '2026-02-30', '2026-13-01', '2026-11-21T25:00:00Z', '2026-11-21T09:30:00', '21/11/2026'])(
    '"%s" is no date',
    (text) => {
      expect(auditPeriod(text, text).errors.map((error) => error.field)).toEqual(['dateFrom', 'dateTo']);
    },
  );

  test.each<[string, string, boolean]>([
    ['2026-11-21', '2026-11-21', true],
    ['2026-11-21T23:59:59Z', '2026-11-21', true],
    ['2026-11-22', '2026-11-21', false],
    ['2026-11-21T10:00:00Z', '2026-11-21T09:00:00Z', false],
  ])('from %s to %s: in order is %s', (dateFrom, dateTo, inOrder) => {
    expect(auditPeriod(dateFrom, dateTo).errors).toHaveLength(inOrder ? 0 : 1);
  });
});
