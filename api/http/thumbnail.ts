import { Semaphore } from 'async-mutex';
import sharp from 'sharp';

/** Side in pixels: twice the size at which lists show faces, for dense screens. */
const SIDE_PIXELS = 64;
/** Images processed at once; other requests need the threads too. */
const MAX_AT_ONCE = 4;
const drawing = new Semaphore(MAX_AT_ONCE);

/** Draws an image as a small square, as a data URL; null if it is not intact. */
export function thumbnailOf(original: Buffer): Promise<string | null> {
  return drawing.runExclusive(async () => {
    try {
      const image = sharp(original, { failOn: 'error' });
      const bytes = await image.resize(SIDE_PIXELS, SIDE_PIXELS).webp({ quality: 75 }).toBuffer();
      return `data:image/webp;base64,${bytes.toString('base64')}`;
    } catch {
      return null;
    }
  });
}
