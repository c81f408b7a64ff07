import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Scripts that names and comments are written in: what `fc-list` takes for one letter of each, and the package of Debian with a font. */
const SCRIPTS = [
  { script: 'Chinese', pattern: ':charset=4e2d', from: 'fonts-noto-cjk' },
  { script: 'Japanese', pattern: ':charset=3042', from: 'fonts-noto-cjk' },
  { script: 'Korean', pattern: ':charset=ac00', from: 'fonts-noto-cjk' },
  { script: 'Arabic', pattern: ':charset=639', from: 'fonts-noto-core' },
  { script: 'Hebrew', pattern: ':charset=5d0', from: 'fonts-noto-core' },
  { script: 'Hindi', pattern: ':charset=915', from: 'fonts-noto-core' },
  { script: 'Bengali', pattern: ':charset=995', from: 'fonts-noto-core' },
  { script: 'Tamil', pattern: ':charset=b95', from: 'fonts-noto-core' },
  { script: 'Thai', pattern: ':charset=e01', from: 'fonts-noto-core' },
  { script: 'emoji', pattern: ':charset=1f44d', from: 'fonts-noto-color-emoji' },
] as const;

/** A script without a font, and the package that has one. */
type MissingScript = Pick<(typeof SCRIPTS)[number], 'script' | 'from'>;

/** Returns the scripts that the fonts of this machine do not have; empty where there is no `fc-list`. */
export async function scriptsWithoutFont(list = fontsOf): Promise<MissingScript[]> {
  const fonts = await Promise.all(SCRIPTS.map(({ pattern }) => list(pattern)));
  return SCRIPTS.filter((_script, at) => fonts[at] === '');
}

/** The families of fonts that fit a pattern; null when they cannot be listed. */
async function fontsOf(pattern: string): Promise<string | null> {
  try {
    return (await promisify(execFile)('fc-list', [pattern, 'family'])).stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
