import type { Readable } from 'node:stream';
import { findFile, openFile } from '../../shared/infra/files';
import { actor } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { isHr } from '../../shared/kernel/permissions';
import { FilePurpose, type StoredFile } from '../../shared/platform/stored-file.model';
import { isManagerAbove } from './accounts/account-employee.queries';

/**
 * A file that the caller may see: their own, as HR every one, and evidence of a development plan that is theirs or that of
 * someone below them (decisions 4, 7). Throws NOT_FOUND for all others.
 */
export async function visibleFile(id: string): Promise<StoredFile> {
  const file = await findFile(id);
  if (!(await maySee(file))) throw notFound();
  return file;
}

/** The bytes of a file that the caller may see; throws NOT_FOUND. */
export async function openVisibleFile(id: string): Promise<{ file: StoredFile; bytes: Readable }> {
  await visibleFile(id);
  return openFile(id);
}

async function maySee({ purpose, createdBy, subjectEmployeeId }: StoredFile): Promise<boolean> {
  if (purpose === FilePurpose.PersonalData) return false;
  const { userId, roles, employeeId } = actor();
  if (createdBy === userId || isHr(roles)) return true;
  if (employeeId === null || subjectEmployeeId === null) return false;
  return employeeId === subjectEmployeeId || isManagerAbove(employeeId, subjectEmployeeId);
}
