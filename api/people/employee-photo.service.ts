import type { Readable } from 'node:stream';
import { deleteFile, openFile } from '../../shared/infra/files';
import { notFound } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { FilePurpose, type StoredFile } from '../../shared/platform/stored-file.model';
import { storeImageUpload } from '../http/image-upload';

/** Stores the photo of an employee in place of the one before; throws NOT_FOUND, VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replacePhoto(id: string, upload: Express.Multer.File | undefined): Promise<void> {
  if (!(await EmployeeModel.exists({ _id: id }))) throw notFound();
  const photo = await storeImageUpload(upload, FilePurpose.Photo);
  try {
    await exchangePhoto(id, photo._id);
  } catch (error) {
    await deleteFile(photo._id);
    throw error;
  }
}

/** Removes the photo of an employee; throws NOT_FOUND when there is none. */
export async function removePhoto(id: string): Promise<void> {
  if (!(await exchangePhoto(id, null))) throw notFound();
}

/** The photo of an employee; throws NOT_FOUND. */
export async function openPhoto(id: string): Promise<{ file: StoredFile; bytes: Readable }> {
  const row = await EmployeeModel.findById(id).select('photoFileId').lean<Pick<Employee, 'photoFileId'>>();
  if (!row?.photoFileId) throw notFound();
  return openFile(row.photoFileId);
}

/** One write takes the old photo out and the new one in, so that of parallel uploads each old file is deleted once. */
async function exchangePhoto(id: string, photoFileId: string | null): Promise<string | null> {
  const before = await EmployeeModel.findOneAndUpdate({ _id: id }, { $set: { photoFileId } })
    .select('photoFileId')
    .lean<Pick<Employee, 'photoFileId'>>();
  if (!before) throw notFound();
  if (before.photoFileId) await deleteFile(before.photoFileId);
  return before.photoFileId;
}
