import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

test('words that the spelling checker lets pass in a file still occur there', () => {
  const { overrides } = JSON.parse(readFileSync(resolve('cspell.json'), 'utf8')) as {
    overrides: { filename: string | string[]; ignoreWords?: string[] }[];
  };
  const unneeded = overrides.flatMap(({ filename, ignoreWords = [] }) =>
    ignoreWords.length === 0
      ? []
      : [filename].flat().filter((file) => {
          const text = readFileSync(resolve(file), 'utf8').toLowerCase();
          return !ignoreWords.some((word) => text.includes(word));
        }),
  );
  expect(unneeded).toEqual([]);
});
