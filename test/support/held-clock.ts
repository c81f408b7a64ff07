/** What goes on while the wall clock is held: timers, and what measures durations. */
const RUNNING = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
  ...(['nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const),
];

/**
 * Holds the wall clock, which `shared/kernel/clock` reads, during the tests of this file, so that verification codes and
 * deadlines do not expire on a slow machine; at the present moment, or at the one that is given. Only for services without a worker: its
 * queue waits for the clock to go on.
 */
export function holdClock(at?: Date): void {
  beforeAll(() => {
    jest.useFakeTimers({ now: at ?? Date.now(), doNotFake: [...RUNNING] });
  });
  afterAll(() => {
    jest.useRealTimers();
  });
}
