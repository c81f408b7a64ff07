import { scriptsWithoutFont } from '../../../worker/render/fonts';

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
