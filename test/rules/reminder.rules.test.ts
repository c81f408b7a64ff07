import { DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { dueMails } from '../../worker/evaluation/reminder.rules';

const cycle = (changes: object = {}, reminders = { daysBefore: [7, 0], sendOpening: true }) => ({
  status: CycleStatus.Open,
  startDate: '2026-11-02',
  endDate: '2026-11-27',
  openedAt: new Date('2026-10-30T15:00:00Z'),
  settings: { ...DEFAULT_CYCLE_SETTINGS, reminders },
  ...changes,
});
const due = (at: string, timezone: string, changes: object = {}) =>
  dueMails(cycle(changes), new Date(at), timezone).kinds.join();

describe('reminders at 08:00 of the organization’s zone', () => {
  test.each([
    ['2026-11-20T07:59:00Z', 'UTC', ''],
    ['2026-11-20T08:00:00Z', 'UTC', 'deadline-reminder'],
    ['2026-11-20T23:59:00Z', 'UTC', 'deadline-reminder'], // missed: still that day
    ['2026-11-21T08:00:00Z', 'UTC', ''], // and not the day after
    ['2026-11-27T08:00:00Z', 'UTC', 'deadline-reminder'],
    ['2026-11-19T18:00:00Z', 'Pacific/Kiritimati', 'deadline-reminder'], // 08:00 of the 20th there
    ['2026-11-20T08:00:00Z', 'America/Santiago', ''], // 05:00
    ['2026-11-20T11:00:00Z', 'America/Santiago', 'deadline-reminder'],
  ])('%s in %s: %s', (at, timezone, kinds) => {
    expect(due(at, timezone)).toBe(kinds);
  });

  test.each([
    ['on startDate, for a cycle that was opened before', '2026-11-02T08:00:00Z', {}, 'cycle-opened'],
    ['not before it', '2026-10-31T08:00:00Z', {}, ''],
    [
      'at the first 08:00 after an opening later than that',
      '2026-11-05T08:00:00Z',
      { openedAt: new Date('2026-11-04T15:00:00Z') },
      'cycle-opened',
    ],
    ['not on the day of that opening', '2026-11-04T16:00:00Z', { openedAt: new Date('2026-11-04T15:00:00Z') }, ''],
    [
      'on the same day after an opening at night',
      '2026-11-04T08:00:00Z',
      { openedAt: new Date('2026-11-04T05:00:00Z') },
      'cycle-opened',
    ],
    ['without a start date', '2026-10-31T08:00:00Z', { startDate: null }, 'cycle-opened'],
    ['not when the opening is unknown', '2026-11-02T08:00:00Z', { openedAt: null }, ''],
    ['not once the cycle is Closed', '2026-11-02T08:00:00Z', { status: CycleStatus.Closed }, ''],
    ['no reminder without an end', '2026-11-20T08:00:00Z', { endDate: null }, ''],
  ] as const)('the opening: %s', (_case, at, changes, kinds) => {
    expect(due(at, 'UTC', changes)).toBe(kinds);
  });

  test('summer time ends: 08:00 is 08:00 of that day', () => {
    const changes = { endDate: '2026-11-01' }; // 25 October: clocks in Madrid go back
    expect(due('2026-10-25T06:59:00Z', 'Europe/Madrid', changes)).toBe('');
    expect(due('2026-10-25T07:00:00Z', 'Europe/Madrid', changes)).toBe('deadline-reminder');
  });

  test('a cycle that sets none sends none', () => {
    const plain = { ...cycle(), settings: DEFAULT_CYCLE_SETTINGS };
    expect(dueMails(plain, new Date('2026-11-20T08:00:00Z'), 'UTC').kinds).toEqual([]);
  });
});
