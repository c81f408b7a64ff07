import sharp from 'sharp';
import { saveFile } from '../../shared/infra/files';
import { actor } from '../../shared/kernel/context';
import { invalid } from '../../shared/kernel/errors';
import type { FilePurpose, StoredFile } from '../../shared/platform/stored-file.model';
import { uploadedFile } from './upload';

/** Largest image upload: 5 MB. */
const LARGEST_IMAGE = 5 * 1024 * 1024;
/** A small file can unpack to a huge picture; a phone's camera makes 12 to 50 million pixels. */
const MOST_PIXELS = 50_000_000;
/** Longest side of a stored picture, in pixels. */
const LONGEST_SIDE = 512;
const DECODE_SECONDS = 10;

/** How the formats that browsers show begin. SVG is none of them: it is a program, not a picture. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[^]{4}WEBP/, /^GIF8[79]a/];

sharp.cache(false);
sharp.concurrency(1); // one upload must not take all cores of the process that answers everybody

/**
 * Stores an uploaded picture (JPEG, PNG, WebP or the first frame of a GIF; at most 5 MB) drawn anew as WebP: upright, at
 * most 512 × 512, without metadata or anything else that the upload carried. Throws VALIDATION on `file`, PAYLOAD_TOO_LARGE.
 */
export async function storeImageUpload(
  file: Express.Multer.File | undefined,
  purpose: FilePurpose,
): Promise<StoredFile> {
  const { buffer } = uploadedFile(file, LARGEST_IMAGE);
  const start = buffer.subarray(0, 12).toString('latin1');
  if (!SIGNATURES.some((signature) => signature.test(start)))
    throw invalid({ field: 'file', message: 'must be a JPEG, PNG, WebP or GIF picture' });
  return saveFile(await redraw(buffer), {
    name: `${purpose.toLowerCase()}.webp`,
    contentType: 'image/webp',
    purpose,
    createdBy: actor().userId,
  });
}

async function redraw(picture: Buffer): Promise<Buffer> {
  try {
    return await sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
      .rotate() // by its EXIF orientation, which is then dropped
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch {
    throw invalid({ field: 'file', message: 'the picture is damaged, or larger than 50 million pixels' });
  }
}
