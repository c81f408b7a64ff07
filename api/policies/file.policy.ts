import { FilePurpose, type StoredFile } from '../../shared/infra/stored-file.model';
import type { SignedIn } from '../../shared/policies/viewer';

type FileFacts = Pick<StoredFile, 'purpose' | 'createdBy' | 'subjectEmployeeId'>;

/**
 * Whether the viewer may read a file at its own address: HR every one; others what they uploaded, and the evidence of
 * their own development plan or that of a subordinate (`isAbove`). The data of a privacy request is read through its
 * request alone, and an export by others than HR through its job, which checks what it shows.
 */
export function maySeeFile(viewer: SignedIn, file: FileFacts, isAbove: boolean): boolean {
  if (file.purpose === FilePurpose.PersonalData) return false;
  if (viewer.isHr) return true;
  if (file.purpose === FilePurpose.Export) return false;
  return file.createdBy === viewer.userId || isEvidenceOf(viewer, file) || (file.subjectEmployeeId !== null && isAbove);
}

/** Whether a viewer who may read a file may delete it: its creator and HR may; evidence in use is refused to everyone. */
export function mayDeleteFile(viewer: SignedIn, { createdBy }: FileFacts): boolean {
  return viewer.isHr || createdBy === viewer.userId;
}

/**
 * Whether a file may become evidence of an employee: an unused one of its creator (for HR of anyone), or one that already is.
 */
export function mayAttachFile(viewer: SignedIn, file: FileFacts, employeeId: string): boolean {
  return file.subjectEmployeeId === null ? mayDeleteFile(viewer, file) : file.subjectEmployeeId === employeeId;
}

function isEvidenceOf({ employeeId }: SignedIn, { subjectEmployeeId }: FileFacts): boolean {
  return employeeId !== null && employeeId === subjectEmployeeId;
}
