import { Batcher } from '../../shared/kernel/batcher';

const answer = (value: string): PromiseSettledResult<string> => ({ status: 'fulfilled', value });

describe('requests of one moment, processed together', () => {
  test('those of one step and those that come in between at once, no more than asked; each gets its own answer', async () => {
    const batches: string[][] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const line = new Batcher<string, string>(async (requests) => {
      batches.push([...requests]);
      await held;
      return requests.map((request) => answer(`${request}!`));
    }, 3);
    const ask = (requests: string[]): Promise<string>[] => requests.map((request) => line.ask('key', request));
    const ofOneStep = ask(['a', 'b', 'c', 'd']);
    await Promise.resolve();
    expect(batches).toEqual([['a', 'b', 'c']]);
    const inBetween = ask(['e']);
    release();
    expect(await Promise.all([...ofOneStep, ...inBetween])).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    await line.ask('key', 'f');
    expect(batches.at(-1)).toEqual(['f']);
  });

  test('keys do not wait for each other', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const line = new Batcher<string, string>(async (requests) => {
      if (requests.includes('slow')) await held;
      return requests.map(answer);
    }, 3);
    const slow = line.ask('one key', 'slow');
    expect(await line.ask('another', 'quick')).toBe('quick');
    release();
    expect(await slow).toBe('slow');
  });

  test('a refusal is the answer to its request alone, a failure of the work to all requests, and the line goes on', async () => {
    const line = new Batcher<string, string>(async (requests) => {
      if (requests.includes('fails')) throw new Error('nothing works');
      return requests.map((request) =>
        request === 'refused' ? { status: 'rejected', reason: new Error('not this one') } : answer(request),
      );
    }, 2);
    const ask = (request: string): Promise<string> => line.ask('key', request).catch((error: Error) => error.message);
    expect(await Promise.all(['a', 'refused', 'b', 'fails', 'c', 'd'].map(ask))).toEqual([
      ...['a', 'not this one'],
      ...['nothing works', 'nothing works'],
      ...['c', 'd'],
    ]);
  });
});
