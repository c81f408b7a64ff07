import type { Readable } from 'node:stream';
import { pickRow, pickRows } from '../../../shared/db/pick';
import { openFile, readFiles } from '../../../shared/infra/files';
import { FilePurpose, type StoredFile } from '../../../shared/infra/stored-file.model';
import { notFound } from '../../../shared/kernel/errors';
import { initialsOf } from '../../../shared/kernel/initials';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { type ImageExchange, removeImage, replaceImage } from '../../http/owned-image';
import { thumbnailOf } from '../../http/thumbnail';
import type { Upload } from '../../http/upload';
import type { EmployeePhoto } from './employees.dto';

/** Replaces the photo of an employee; throws NOT_FOUND, VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replacePhoto(id: string, upload: Upload): Promise<void> {
  if (!(await EmployeeModel.exists({ _id: id }))) throw notFound();
  await replaceImage(photoOf(id), upload, FilePurpose.Photo);
}

/** Deletes the photo of an employee; throws NOT_FOUND without one. */
export async function removePhoto(id: string): Promise<void> {
  await removeImage(photoOf(id));
}

/** Throws NOT_FOUND. */
export async function openPhoto(id: string): Promise<{ file: StoredFile; bytes: Readable }> {
  const row = await pickRow(EmployeeModel.findById(id), 'photoFileId');
  if (!row?.photoFileId) throw notFound();
  return openFile(row.photoFileId);
}

/** Returns the photos of these employees, drawn small, with their initials. */
export async function listPhotos(ids: readonly string[]): Promise<EmployeePhoto[]> {
  const rows = await pickRows(EmployeeModel.find({ _id: { $in: ids } }), 'photoFileId', 'firstName', 'lastName');
  const images = await readFiles(rows.flatMap(({ photoFileId }) => photoFileId ?? []));
  return Promise.all(
    rows.map(async ({ _id: id, photoFileId, firstName, lastName }) => {
      const photo = photoFileId === null ? undefined : images.get(photoFileId);
      return { id, initials: initialsOf(firstName, lastName), image: photo ? await thumbnailOf(photo) : null };
    }),
  );
}

function photoOf(id: string): ImageExchange {
  return async (photoFileId) => {
    const before = await pickRow(EmployeeModel.findOneAndUpdate({ _id: id }, { $set: { photoFileId } }), 'photoFileId');
    if (!before) throw notFound();
    return before.photoFileId;
  };
}
