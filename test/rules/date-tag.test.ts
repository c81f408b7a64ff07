import { dateTag } from '../../shared/kernel/date-tag';

const dateOf = (tag: string, timeZone: string): string =>
  new Intl.DateTimeFormat(dateTag(tag, timeZone), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date('2026-11-26T12:00:00Z'),
  );

test.each([
  ['en', 'Europe/Madrid', '26 Nov 2026'],
  ['en', 'America/Bogota', '26 Nov 2026'],
  ['en', 'America/New_York', 'Nov 26, 2026'],
  ['en', 'America/Indiana/Knox', 'Nov 26, 2026'],
  ['en', 'UTC', 'Nov 26, 2026'],
  ['en-US', 'Europe/Madrid', 'Nov 26, 2026'],
  ['en-GB', 'UTC', '26 Nov 2026'],
  ['es', 'Europe/Madrid', '26 nov 2026'],
])('an account of %s in %s reads %s', (tag, timeZone, text) => {
  expect(dateOf(tag, timeZone)).toBe(text);
});
