import { pickRows } from '../../../shared/db/pick';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { signedIn } from '../../../shared/policies/viewer';
import { mayAttachFile } from '../../policies/file.policy';

/**
 * Returns the problems of files that the caller may not attach as evidence of an employee: unknown files, those of another
 * purpose, of another employee, or of another creator (HR may attach everyone's). `field` names the list in the body.
 */
export async function validateEvidence(
  field: string,
  fileIds: readonly string[],
  subjectEmployeeId: string,
): Promise<FieldRefusal[]> {
  if (fileIds.length === 0) return [];
  const rows = await pickRows(
    StoredFileModel.find({ _id: { $in: [...new Set(fileIds)] }, purpose: FilePurpose.Evidence }),
    'purpose',
    'createdBy',
    'subjectEmployeeId',
  );
  const viewer = signedIn();
  const allowed = new Set(rows.filter((row) => mayAttachFile(viewer, row, subjectEmployeeId)).map((row) => row._id));
  return fileIds.flatMap((id, at) =>
    allowed.has(id) ? [] : [{ field: `${field}[${at}]`, ...refusal('NOT_YOUR_EVIDENCE') }],
  );
}

/** Makes files evidence of an employee, after `validateEvidence`; they can then not be deleted. */
export async function attachEvidence(fileIds: readonly string[], subjectEmployeeId: string): Promise<void> {
  if (fileIds.length === 0) return;
  await StoredFileModel.updateMany(
    { _id: { $in: [...fileIds] }, purpose: FilePurpose.Evidence, subjectEmployeeId: null },
    { $set: { subjectEmployeeId } },
  );
}

/** Releases files that no plan references, so that their creator can delete them again. */
export async function detachEvidence(fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await StoredFileModel.updateMany({ _id: { $in: [...fileIds] } }, { $set: { subjectEmployeeId: null } });
}
