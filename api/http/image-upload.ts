import sharp from 'sharp';
import { saveFile } from '../../shared/infra/files';
import { actor } from '../../shared/kernel/context';
import { invalid } from '../../shared/kernel/errors';
import type { FilePurpose, StoredFile } from '../../shared/platform/stored-file.model';
import { assertAtMost, type Upload } from './upload';

/** Largest image upload: 5 MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** A small file can unpack to a huge picture; a phone's camera makes 12 to 50 million pixels. */
const MAX_PIXELS = 50_000_000;
/** Longest side of a stored picture, in pixels. */
const MAX_SIDE_PIXELS = 512;
const DECODE_SECONDS = 10;

/** How the formats that browsers show begin. SVG is none of them: it is a program, not a picture. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[^]{4}WEBP/, /^GIF8[79]a/];

sharp.cache(false);
sharp.concurrency(1); // one upload must not take all cores of the process that answers everyone

/**
 * Stores an uploaded picture (JPEG, PNG, WebP or the first frame of a GIF; at most 5 MB) drawn again as WebP: upright, at
 * most 512 × 512, without metadata or anything else that the upload carried. Throws VALIDATION on `file`, PAYLOAD_TOO_LARGE.
 */
export async function storeImageUpload(upload: Upload, purpose: FilePurpose): Promise<StoredFile> {
  assertAtMost(MAX_IMAGE_BYTES, upload);
  return storeImage(upload.bytes, purpose);
}

/** Stores the bytes of an image, redrawn as for `storeImageUpload`. Throws VALIDATION on `file`. */
export async function storeImage(buffer: Buffer, purpose: FilePurpose): Promise<StoredFile> {
  const start = buffer.subarray(0, 12).toString('latin1');
  if (!SIGNATURES.some((signature) => signature.test(start)))
    throw invalid({ field: 'file', message: 'must be a JPEG, PNG, WebP or GIF image' });
  return saveFile(await redraw(buffer), {
    name: `${purpose.toLowerCase()}.webp`,
    contentType: 'image/webp',
    purpose,
    createdBy: actor().userId,
  });
}

async function redraw(picture: Buffer): Promise<Buffer> {
  try {
    return await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
      .rotate() // by its EXIF orientation, which is then dropped
      .resize(MAX_SIDE_PIXELS, MAX_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch {
    throw invalid({ field: 'file', message: 'must be an intact image of at most 50 million pixels' });
  }
}
