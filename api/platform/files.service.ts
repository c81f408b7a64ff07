import { deleteFile, discardBytes, readBytes, showFile } from '../../shared/infra/files';
import { FilePurpose, type StoredFile, StoredFileModel } from '../../shared/infra/stored-file.model';
import { actor } from '../../shared/kernel/context';
import { AppError, conflict, invalid } from '../../shared/kernel/errors';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import { refusal, type PlainCode } from '../../shared/kernel/refusals/refusal';
import { signedIn } from '../../shared/policies/viewer';
import { nameForType } from '../http/file-type.rules';
import { MAX_IMAGE_BYTES, storeImage } from '../http/image-upload';
import { assertAtMost, type Upload } from '../http/upload';
import { mayDeleteFile } from '../policies/file.policy';
import { isShownPhoto } from './accounts/account-employee.queries';
import { visibleFile } from './files.queries';

const MAX_NAME_LENGTH = 150;
/** Purposes of an upload, as the form field names them. */
const PHOTO: string = FilePurpose.Photo;
const EVIDENCE: string = FilePurpose.Evidence;

/**
 * Stores an upload as a file of the caller: Evidence of an accepted type, determined by its bytes, or a Photo,
 * re-encoded as WebP. Throws VALIDATION on `file` or `purpose`, PAYLOAD_TOO_LARGE; a refused upload is deleted.
 */
export async function storeUpload(upload: Upload, purpose: string): Promise<StoredFile> {
  const { streamed, name } = upload;
  if (!streamed) throw new Error('Uploads of files are streamed.');
  if (purpose === PHOTO) return storePhoto(upload, streamed.id);
  const { id, type, size, sha256 } = streamed;
  try {
    if (purpose !== EVIDENCE)
      throw invalid({
        field: 'purpose',
        ...refusal('MUST_BE_EVIDENCE_OR_PHOTO'),
      });
    if (size === 0) throw invalid({ field: 'file', ...refusal('EMPTY') });
    if (!type) throw invalid({ field: 'file', ...refusal('MUST_BE_EVIDENCE_TYPE') });
    return await showFile({
      _id: id,
      name: nameForType(fileNamePart(name, MAX_NAME_LENGTH), type),
      contentType: type.contentType,
      size,
      sha256,
      purpose: FilePurpose.Evidence,
      createdBy: actor().userId,
    });
  } catch (error) {
    await discardBytes(id);
    throw error;
  }
}

/** Replaces the uploaded contents by the re-encoded image. */
async function storePhoto(upload: Upload, id: string): Promise<StoredFile> {
  try {
    assertAtMost(MAX_IMAGE_BYTES, upload);
    return await storeImage(await readBytes(id), FilePurpose.Photo);
  } finally {
    await discardBytes(id);
  }
}

/** Why a file of this purpose cannot be deleted. */
const IN_USE: Partial<Record<FilePurpose, PlainCode>> = {
  [FilePurpose.Logo]: 'LOGO_IN_USE',
  [FilePurpose.Import]: 'FILE_OF_IMPORT',
};

/**
 * Deletes a file of the caller, for HR of anyone. Throws NOT_FOUND, CONFLICT while it is used as a photo, a logo, by an
 * import, or as evidence of a development plan.
 */
export async function deleteUnusedFile(id: string): Promise<void> {
  const file = await visibleFile(id);
  const use = IN_USE[file.purpose];
  if (use) throw conflict(refusal(use));
  if (file.purpose === FilePurpose.Photo && (await isShownPhoto(id))) throw conflict(refusal('PHOTO_IN_USE'));
  if (file.subjectEmployeeId === null && !mayDeleteFile(signedIn(), file))
    throw new AppError('FORBIDDEN', 'The file belongs to another user.');
  // Evidence may be attached to a plan concurrently.
  if (!(await deleteFile(id, { subjectEmployeeId: null })) && (await StoredFileModel.exists({ _id: id })))
    throw conflict(refusal('FILE_EVIDENCE_OF_DEVELOPMENT_PLAN'));
}
