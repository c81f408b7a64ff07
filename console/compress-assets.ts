import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION } = constants;

/** Writes `br` and `gz` files next to the files of a folder, so that the API compresses nothing while it answers. */
export function compressAssets(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: Z_BEST_COMPRESSION }));
  }
}
