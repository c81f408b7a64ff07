import { readFileSync } from 'node:fs';

/** The blocks of a guide in a language, such as `python`, in their order. */
export function guideBlocks(file: string, language: string): string[] {
  const blocks = readFileSync(file, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, text = '']) => text);
}
