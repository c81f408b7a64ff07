import type { Request } from 'express';
import multer from 'multer';
import { discardBytes, storeBytes, type StoredBytes } from '../../shared/infra/files';
import { newId } from '../../shared/kernel/ids';
import { type FileType, FileTypeReader } from '../../shared/platform/file-type.rules';

/** Bytes that were streamed into the file store while they arrived; no row names them yet. */
export interface StreamedBytes extends StoredBytes {
  id: string;
  /** What the bytes are; null when it is nothing that is accepted. */
  type: FileType | null;
}

interface StreamedFile extends Express.Multer.File {
  streamed: StreamedBytes;
}

/** The streamed bytes of an upload; null when it is held in memory. */
export function streamedBytes(file: Express.Multer.File): StreamedBytes | null {
  const isStreamed = (upload: Express.Multer.File): upload is StreamedFile => 'streamed' in upload;
  return isStreamed(file) ? file.streamed : null;
}

/**
 * Where multer puts uploads. Those of the given paths flow into the file store and never stand in memory as a whole; all
 * others, which a route redraws or parses, are held in memory, bounded by its limits. The tenant is not known here, as
 * the stream's events run outside of the request's context: the route makes the row.
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
