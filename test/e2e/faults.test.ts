import { ApiError } from '../../dev/client';
import { Ledger } from '../../dev/faults/ledger';
import { runSeed } from '../../dev/faults/run';
import { SCENARIOS } from '../../dev/faults/scenarios';
import { describeRow, isClean } from '../../dev/faults/table';
import { POOL_CONNECTIONS } from '../../shared/comms/mail/mail-transport';

describe('the ledger of the fault suite', () => {
  const fails = (status: number) => () => Promise.reject(new ApiError(status, 'POST /', ''));

  test('tells lost, doubled, invented and misplaced effects apart', async () => {
    const ledger = new Ledger();
    for (const key of ['a x 1', 'a x 2', 'a x 3']) await ledger.send([key], () => Promise.resolve(true));
    await ledger.send(['a x 4'], fails(503));
    await ledger.send(['a x 5'], fails(400));
    const { lost, doubled, ghost, leak, unknown } = ledger.verdict([
      'a x 1',
      'a x 2',
      'a x 2',
      'b x 3',
      'a x 5',
      'a x 9',
    ]);
    expect({ lost, doubled, ghost, leak, unknown }).toEqual({
      lost: ['a x 3'],
      doubled: ['a x 2'],
      ghost: ['a x 5', 'a x 9'],
      leak: ['b x 3'],
      unknown: 1,
    });
  });

  test('an effect of unknown outcome may be there once, never twice', async () => {
    const ledger = new Ledger();
    await ledger.send(['a x 1'], fails(503));
    expect(ledger.verdict([])).toMatchObject({ lost: [], ghost: [] });
    expect(ledger.verdict(['a x 1'])).toMatchObject({ doubled: [], ghost: [] });
    expect(ledger.verdict(['a x 1', 'a x 1'])).toMatchObject({ doubled: ['a x 1'] });
  });
});

test('one seed of each fault: nothing lost, doubled, invented or misplaced (docs/faults.md)', async () => {
  const rows = await runSeed(1, SCENARIOS, { employees: 30, report: () => undefined });
  expect(rows.filter((row) => !isClean(row)).map(describeRow)).toEqual([]);
  expect(rows).toHaveLength(SCENARIOS.length);
  // After a thaw goes only the mail that each connection had in hand.
  const frozen = rows.filter(({ scenario }) => scenario === 'frozen');
  expect(frozen.map(({ repeatedMails }) => repeatedMails <= POOL_CONNECTIONS)).toEqual([true]);
});
