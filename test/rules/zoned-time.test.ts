import { localDate, startOfDay } from '../../shared/kernel/zoned-time';

test.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'], // clocks went from midnight to one
])('the day %s begins in %s at %s', (date, zone, instant) => {
  const start = startOfDay(date, zone);
  expect(start.toISOString()).toBe(instant);
  expect(localDate(start, zone)).toBe(date);
  expect(localDate(new Date(start.getTime() - 1), zone) < date).toBe(true);
});
