import sharp from 'sharp';
import { saveFile } from '../../shared/infra/files';
import type { FilePurpose, StoredFile } from '../../shared/infra/stored-file.model';
import { actor } from '../../shared/kernel/context';
import { invalid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { assertAtMost, type Upload } from './upload';

/** Largest image upload: 5 MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** A small file can decompress to a huge image; phone cameras make 12 to 50 million pixels. */
const MAX_PIXELS = 50_000_000;
/** Longest side of a stored image, in pixels. */
const MAX_SIDE_PIXELS = 512;
const DECODE_SECONDS = 10;

/** Signatures of the image formats that browsers show, without SVG, which can contain scripts. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[^]{4}WEBP/, /^GIF8[79]a/];

sharp.cache(false);
sharp.concurrency(1); // one upload must not occupy all cores of the process

/**
 * Stores an uploaded image (JPEG, PNG, WebP or the first frame of a GIF; at most 5 MB) re-encoded as WebP: upright, at
 * most 512 × 512, without metadata. Throws VALIDATION on `file`, PAYLOAD_TOO_LARGE.
 */
export async function storeImageUpload(upload: Upload, purpose: FilePurpose): Promise<StoredFile> {
  assertAtMost(MAX_IMAGE_BYTES, upload);
  return storeImage(upload.bytes, purpose);
}

/** Stores an image re-encoded like `storeImageUpload`. Throws VALIDATION on `file`. */
export async function storeImage(buffer: Buffer, purpose: FilePurpose): Promise<StoredFile> {
  const start = buffer.subarray(0, 12).toString('latin1');
  if (!SIGNATURES.some((signature) => signature.test(start)))
    throw invalid({ field: 'file', ...refusal('NOT_AN_IMAGE') });
  return saveFile(await redraw(buffer), {
    name: `${purpose.toLowerCase()}.webp`,
    contentType: 'image/webp',
    purpose,
    createdBy: actor().userId,
  });
}

async function redraw(image: Buffer): Promise<Buffer> {
  try {
    return await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
      .rotate() // applies the EXIF orientation, which is then dropped
      .resize(MAX_SIDE_PIXELS, MAX_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch {
    throw invalid({ field: 'file', ...refusal('NOT_AN_INTACT_IMAGE') });
  }
}
