import { planYear } from '../../api/platform/plan-year.rules';

describe('the yearly limit resets with the UTC calendar year', () => {
  test.each([
    ['2026-12-31T23:59:59.999Z', 2026],
    ['2027-01-01T00:00:00Z', 2027],
    ['2027-01-01T00:30:00+01:00', 2026],
    ['2026-12-31T20:00:00-05:00', 2027],
  ])('%s is in %i', (instant, year) => {
    expect(planYear(new Date(instant))).toBe(year);
  });
});
