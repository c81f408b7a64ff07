import { FilePurpose, type StoredFile } from '../platform/stored-file.model';
import type { SignedIn } from './viewer';

type Kept = Pick<StoredFile, 'purpose' | 'createdBy' | 'subjectEmployeeId'>;

/**
 * Whether a file is shown at its own address: to HR every one, to others what they uploaded, and the evidence of a development
 * plan that is theirs or of someone below them (`isAbove`). The data of a privacy request is shown by its request alone, and
 * an export to others than HR by its job, which knows what it shows.
 */
export function maySeeFile(viewer: SignedIn, file: Kept, isAbove: boolean): boolean {
  if (file.purpose === FilePurpose.PersonalData) return false;
  if (viewer.isHr) return true;
  if (file.purpose === FilePurpose.Export) return false;
  return file.createdBy === viewer.userId || isEvidenceOf(viewer, file) || (file.subjectEmployeeId !== null && isAbove);
}

/** Whether a file may be deleted by a viewer who sees it: by its creator and HR; evidence in use is refused to all alike. */
export function mayDeleteFile(viewer: SignedIn, { createdBy }: Kept): boolean {
  return viewer.isHr || createdBy === viewer.userId;
}

/** Whether a file may become evidence of an employee: an unused one of its creator (HR: of anyone), or one that is already. */
export function mayAttachFile(viewer: SignedIn, file: Kept, employeeId: string): boolean {
  return file.subjectEmployeeId === null ? mayDeleteFile(viewer, file) : file.subjectEmployeeId === employeeId;
}

function isEvidenceOf({ employeeId }: SignedIn, { subjectEmployeeId }: Kept): boolean {
  return employeeId !== null && employeeId === subjectEmployeeId;
}
