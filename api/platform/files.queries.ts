import type { Readable } from 'node:stream';
import { findFile, openFile } from '../../shared/infra/files';
import type { StoredFile } from '../../shared/infra/stored-file.model';
import { notFound } from '../../shared/kernel/errors';
import { signedIn } from '../../shared/policies/viewer';
import { maySeeFile } from '../policies/file.policy';
import { managersAbove } from './accounts/account-employee.queries';

/** Returns a file that the caller may see; throws NOT_FOUND otherwise. */
export async function visibleFile(id: string): Promise<StoredFile> {
  const file = await findFile(id);
  const viewer = signedIn();
  if (maySeeFile(viewer, file, false)) return file;
  if (!maySeeFile(viewer, file, await isAbove(viewer.employeeId, file.subjectEmployeeId))) throw notFound();
  return file;
}

/** Opens a file that the caller may see; throws NOT_FOUND. */
export async function openVisibleFile(id: string): Promise<{ file: StoredFile; bytes: Readable }> {
  await visibleFile(id);
  return openFile(id);
}

async function isAbove(managerId: string | null, employeeId: string | null): Promise<boolean> {
  return managerId !== null && employeeId !== null && (await managersAbove(employeeId)).has(managerId);
}
