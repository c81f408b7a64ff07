import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';

/** Phrases that docs/glossary.md replaces; each is searched for as whole words, whatever its case. */
const PHRASES = [
  'anew',
  'the own',
  'for ever',
  'somebody',
  'nobody',
  'meanwhile',
  'second factor',
  'e-mail',
  'names nothing',
  'of the house',
  'the house',
  'who leads',
  'gives up',
  'changes nothing',
];
const FOLDERS = ['api', 'shared', 'worker', 'console', 'dev', 'docs'];
const FILES = ['README.md', 'CONTRIBUTING.md'];
const IS_TEXT = /\.(tsx?|cjs|md)$|\/en\.json$/;
/** These list the phrases, or are generated. */
const IGNORED =
  /^(api\/generated\/|dev\/language\/|docs\/glossary\.md$|docs\/bi\/fields\.md$|docs\/bi\/client\/public-v1\.ts$)/;
/** Line ends and the marks of comments, so that a phrase is found across lines. */
const BETWEEN_WORDS = /\s+(?:\*|\/\/)?\s*/g;

/** Returns each file with each retired phrase that it contains, as `path: phrase`. */
export function retiredPhrases(): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(resolve(folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  );
  const files = [...FILES, ...found.sort()].filter((path) => IS_TEXT.test(path) && !IGNORED.test(path));
  return files.flatMap((path) => {
    const text = readFileSync(resolve(path), 'utf8').replaceAll(BETWEEN_WORDS, ' ');
    return PHRASES.filter((phrase) => new RegExp(`\\b${phrase}\\b`, 'i').test(text)).map(
      (phrase) => `${path}: ${phrase}`,
    );
  });
}
