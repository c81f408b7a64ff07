import { deleteFile, discardBytes, showFile } from '../../shared/infra/files';
import { actor } from '../../shared/kernel/context';
import { AppError, conflict, invalid } from '../../shared/kernel/errors';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import { isHr } from '../../shared/kernel/permissions';
import { EVIDENCE_TYPES, nameForType } from '../../shared/platform/file-type.rules';
import { FilePurpose, type StoredFile, StoredFileModel } from '../../shared/platform/stored-file.model';
import { uploadedFile } from '../http/upload';
import { streamedBytes } from '../http/upload-storage';
import { visibleFile } from './files.queries';

const LONGEST_NAME = 150;

/**
 * Makes an uploaded file of the caller: evidence of one of the listed types, told by its bytes. Throws VALIDATION on
 * `file` or `purpose`, PAYLOAD_TOO_LARGE; what is refused is removed.
 */
export async function storeEvidence(file: Express.Multer.File | undefined, purpose: string): Promise<StoredFile> {
  const streamed = streamedBytes(uploadedFile(file));
  if (!file || !streamed) throw new Error('Uploads of files are streamed.');
  const { id, type, size, sha256 } = streamed;
  try {
    if (purpose !== 'Evidence')
      throw invalid({
        field: 'purpose',
        message: 'must be Evidence; photos and logos have routes of their own, exports are made by the service',
      });
    if (size === 0) throw invalid({ field: 'file', message: 'is empty' });
    if (!type) throw invalid({ field: 'file', message: `must be ${EVIDENCE_TYPES}` });
    return await showFile({
      _id: id,
      name: nameForType(fileNamePart(file.originalname, LONGEST_NAME), type),
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

/** Why a file of another purpose than evidence or export stays. */
const KEPT: Partial<Record<FilePurpose, string>> = {
  [FilePurpose.Photo]: 'It is a photo; remove it where it is shown.',
  [FilePurpose.Logo]: 'It is the logo of the organization; remove it in its settings.',
  [FilePurpose.Import]: 'It belongs to an import and is removed by itself.',
};

/**
 * Deletes a file of the caller, as HR of anybody. Throws NOT_FOUND, CONFLICT while it is in use: as a photo, a logo, by an
 * import, or as evidence of a development plan.
 */
export async function deleteUnusedFile(id: string): Promise<void> {
  const file = await visibleFile(id);
  const reason = KEPT[file.purpose];
  if (reason) throw conflict(reason);
  const { userId, roles } = actor();
  const isOwn = file.createdBy === userId || isHr(roles);
  if (file.subjectEmployeeId === null && !isOwn) throw new AppError('FORBIDDEN', 'It is not yours.');
  // Evidence may be attached to a plan at this very moment.
  if (!(await deleteFile(id, { subjectEmployeeId: null })) && (await StoredFileModel.exists({ _id: id })))
    throw conflict('It is evidence of a development plan; take it out of the plan first.');
}
