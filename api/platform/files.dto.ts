import type { FilePurpose, StoredFile } from '../../shared/infra/stored-file.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, ResourceFields } from '../http/types';

/** A stored file; download it at `/api/files/{id}/download`. */
export interface FileView extends ResourceFields {
  /** @example "certificate.pdf" */
  name: string;
  /** @example "application/pdf" */
  contentType: string;
  /**
   * Size in bytes.
   * @example 48213
   */
  size: number;
  /** @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
  sha256: string;
  purpose: FilePurpose;
  /** The account that created it; null for the service itself. */
  createdBy: Id | null;
  /** The employee whose development plan it is evidence of. */
  subjectEmployeeId: Id | null;
}

export function toFileView(row: StoredFile): FileView {
  const { name, contentType, size, sha256, purpose, createdBy, subjectEmployeeId } = row;
  return { ...resourceFields(row), name, contentType, size, sha256, purpose, createdBy, subjectEmployeeId };
}
