import { tmpdir } from 'node:os';
import { scriptsWithoutFont } from '../../../worker/render/fonts';
import { warnBeforePrinting } from '../../../worker/render/print-warnings';
import { useCapturedLog } from '../../support/captured-log';

describe('a CHROMIUM_PATH', () => {
  const logged = useCapturedLog();
  const sentence = (path: string): string =>
    `CHROMIUM_PATH is ${path}, where no program is: reports cannot be printed.`;

  test.each([
    [process.execPath, false],
    [tmpdir(), true],
    ['/nowhere/chromium', true],
  ])('%s: said to be no program: %s', async (path, isSaid) => {
    await warnBeforePrinting(path);
    expect(logged().includes(sentence(path))).toBe(isSaid);
  });
});

test('the scripts that no font has are told, with the package that has one', async () => {
  const some = async (pattern: string) => ([':charset=915', ':charset=e01'].includes(pattern) ? '' : 'Noto Sans');
  const missing = await scriptsWithoutFont(some);
  expect(missing.map(({ script, from }) => `${script}: ${from}`)).toEqual([
    'Hindi: fonts-noto-core',
    'Thai: fonts-noto-core',
  ]);
});

test('nothing is told where fonts cannot be listed', async () => {
  expect(await scriptsWithoutFont(async () => null)).toEqual([]);
});

test('the machine that runs the tests has Chinese: npm start installs a small font', async () => {
  expect((await scriptsWithoutFont()).map(({ script }) => script)).not.toContain('Chinese');
});
