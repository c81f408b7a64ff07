import { MAX_WORKER_DEATHS, runsAfterDeath, waitAfterFailure } from '../../shared/jobs/next-run.rules';

describe('when a job runs again', () => {
  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, null],
    [5, null],
  ])('after failure %i of a budget of four it waits %p ms', (failures, waitMs) => {
    expect(waitAfterFailure(failures, { failures: 4, waitMs: 500 })).toBe(waitMs);
  });

  test('it survives five deaths of its worker, and not the sixth', () => {
    const survives = Array.from({ length: 7 }, (_, before) => runsAfterDeath(before));
    expect(survives).toEqual([true, true, true, true, true, false, false]);
    expect(MAX_WORKER_DEATHS).toBe(5);
  });
});
