import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { notify } from '../../shared/comms/notification.store';
import { openFile, showFile, storeBytes } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import type { CompletedResult } from '../../shared/jobs/privacy-result';
import { now } from '../../shared/kernel/clock';
import { conflict } from '../../shared/kernel/errors';
import { derivedId, newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { findAccountHolder, findGuestPerson, findPerson, type Person } from '../../shared/privacy/person.store';
import { type PrivacyRequest, PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { findRequest, recordRequest } from '../../shared/privacy/privacy-request.store';
import { PrivacyStatus } from '../../shared/privacy/privacy-status';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { toLocale } from '../render/locale';
import { accessData, filesOf, pathOf } from './access/access-data.store';
import { accessReportHtml } from './access/access-report.html';

const ZIP = 'application/zip';
/** Steps of the progress besides the files: collecting. */
const COLLECTED = 1;

/** Creates the ZIP that answers an access request, and completes the request. */
export const completeAccess = defineJob({
  name: 'privacy.complete-access',
  retry: CALCULATING,
  onFailed: null,
  run: complete,
});

async function complete(run: Run<'privacy.complete-access'>): Promise<CompletedResult> {
  const request = await findRequest(run.payload.requestId);
  if (request.status !== PrivacyStatus.Completing) return { requestId: request._id };
  const person = await personOf(request);
  const _id = newId();
  const stored = await storeZip(_id, person, request._id, run);
  const fileName = 'personal-data.zip';
  run.atEnd(async () => {
    await assertNotErased(request);
    await showFile({
      _id,
      name: fileName,
      contentType: ZIP,
      purpose: FilePurpose.PersonalData,
      createdBy: run.requestedBy,
      ...stored,
    });
    await PrivacyRequestModel.updateOne(
      { _id: request._id },
      { $set: { status: PrivacyStatus.Completed, completedAt: now(), fileId: _id, openFor: null } },
    );
    const about = { by: run.requestedBy, id: derivedId('audit', run.jobId) };
    await recordRequest('privacy.completed', request._id, [{ field: 'size', before: null, after: stored.size }], about);
    if (request.userId !== null)
      await notify('privacy-ready', `privacy-ready:${request._id}`, [
        { userId: request.userId, values: {}, link: '/profile' },
      ]);
  });
  return { requestId: request._id };
}

/** Guests can be erased at any time, and their copies go with them; throws CONFLICT. */
async function assertNotErased({ guestId }: PrivacyRequest): Promise<void> {
  if (!guestId) return;
  const { guest } = await findGuestPerson(guestId);
  if (guest?.erasedAt) throw conflict(refusal('PERSON_ALREADY_ERASED'));
}

function personOf({ employeeId, guestId, userId }: PrivacyRequest): Promise<Person> {
  if (guestId) return findGuestPerson(guestId);
  return employeeId === null ? findAccountHolder(userId ?? '') : findPerson(employeeId);
}

async function storeZip(
  id: string,
  person: Person,
  requestId: string,
  run: Run<'privacy.complete-access'>,
): Promise<{ size: number; sha256: string }> {
  const data = await accessData(person, requestId);
  const files = await filesOf(person);
  const { locale } = await currentTenant();
  await run.progress(COLLECTED, COLLECTED + files.length);
  const zip = new ZipFile();
  const bytes = new PassThrough();
  zip.outputStream.on('error', (error) => bytes.destroy(error as Error)).pipe(bytes);
  const storing = storeBytes(id, bytes);
  storing.catch(() => undefined); // awaited below
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'data.json');
  zip.addBuffer(Buffer.from(accessReportHtml(data, toLocale(locale))), 'report.html');
  for (const [at, file] of files.entries()) {
    const { bytes: source } = await openFile(file._id);
    source.on('error', (error) => bytes.destroy(error));
    zip.addReadStream(source, pathOf(file));
    await run.progress(COLLECTED + at + 1, COLLECTED + files.length);
  }
  zip.end();
  return storing;
}
