import type { Request } from 'express';
import multer from 'multer';
import { discardBytes, storeBytes, type StoredBytes } from '../../shared/infra/files';
import { newId } from '../../shared/kernel/ids';
import { type FileType, FileTypeReader } from './file-type.rules';

/** Contents that were streamed into the file store while they arrived; no row names them yet. */
export interface StreamedBytes extends StoredBytes {
  id: string;
  /** The type of the contents; null when it is not accepted. */
  type: FileType | null;
}

interface StreamedFile extends Express.Multer.File {
  streamed: StreamedBytes;
}

/** Returns the streamed contents of an upload; null when it is in memory. */
export function streamedBytes(file: Express.Multer.File): StreamedBytes | null {
  const isStreamed = (upload: Express.Multer.File): upload is StreamedFile => 'streamed' in upload;
  return isStreamed(file) ? file.streamed : null;
}

/**
 * Stores the uploads of multer. Uploads to the given paths are streamed into the file store and never buffered in memory as
 * a whole; all others, which a route re-encodes or parses, are buffered in memory within their limits. The stream's events
 * run outside the request's context, so the route creates the row.
 */
export class UploadStorage implements multer.StorageEngine {
  private readonly memory = multer.memoryStorage();

  constructor(private readonly streamedPaths: ReadonlySet<string>) {}

  _handleFile(
    request: Request,
    file: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    if (!this.streamedPaths.has(request.path.toLowerCase().replace(/\/$/, ''))) {
      this.memory._handleFile(request, file, done);
      return;
    }
    receive(file).then(
      (streamed) => {
        const info: Partial<StreamedFile> = { size: streamed.size, streamed };
        done(undefined, info);
      },
      (error: unknown) => done(error),
    );
  }

  _removeFile(request: Request, file: Express.Multer.File, done: (error: Error | null) => void): void {
    const streamed = streamedBytes(file);
    if (streamed)
      discardBytes(streamed.id).then(
        () => done(null),
        (error: Error) => done(error),
      );
    else this.memory._removeFile(request, file, done);
  }
}

async function receive(file: Express.Multer.File): Promise<StreamedBytes> {
  const id = newId();
  const reader = new FileTypeReader();
  const bytes = await storeBytes(id, file.stream, (chunk) => reader.push(chunk));
  return { id, ...bytes, type: reader.end(file.originalname) };
}
