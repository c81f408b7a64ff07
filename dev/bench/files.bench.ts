import { Readable } from 'node:stream';
import express from 'express';
import mongoose from 'mongoose';
import { openSession } from '../../api/platform/sign-in/sessions.service';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { BYTES_BUCKET } from '../../shared/db/stored-bytes';
import { inTransaction } from '../../shared/db/transaction';
import { saveFile } from '../../shared/infra/files';
import { Role } from '../../shared/kernel/permissions';
import { createAccount } from '../../shared/platform/accounts/account.store';
import { FilePurpose } from '../../shared/platform/stored-file.model';
import { startReader } from './http-reader';
import { serve, serveApi } from './http-service';
import type { Comparison } from './measure';
import { makeTenant, within } from './tenant';

const TEN_MEGABYTES = 10 * 1024 * 1024;
const PIECE = 64 * 1024;

/** A download of 10 MB by its owner, against a bare Express route that pipes the same bytes; `close` ends both. */
export async function downloadComparison(): Promise<Comparison & { close(): Promise<void> }> {
  const tenantId = await makeTenant();
  const { fileId, token } = await within(tenantId, async () => {
    const account = { email: 'owner@bench.example', fullName: 'Owner', roles: [Role.User], passwordHash: null };
    const createdBy = await inTransaction(() => createAccount(account));
    const { sessionId } = await openSession(tenantId, createdBy);
    const file = { name: 'large.pdf', contentType: 'application/pdf', purpose: FilePurpose.Evidence, createdBy };
    const { _id } = await saveFile(Readable.from(pieces()), file);
    return {
      fileId: _id,
      token: signAccessToken({ sub: createdBy, roles: [Role.User], sid: sessionId, tenant_id: tenantId }),
    };
  });
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  const bucket = new mongoose.mongo.GridFSBucket(db, { bucketName: BYTES_BUCKET });
  const bare = await serve(
    express().get('/file', (_request, response) => {
      bucket.openDownloadStream(fileId as never).pipe(response);
    }),
  );
  const api = await serveApi();
  const reader = startReader();
  const download = async (url: string): Promise<void> => {
    const { bytes } = await reader.read(url, { authorization: `Bearer ${token}` });
    if (bytes !== TEN_MEGABYTES) throw new Error(`The download of ${url} was not whole.`);
  };
  return {
    work: 'a download of 10 MB',
    against: 'a bare Express route piping the same bytes',
    atMost: 1.5,
    memoryAtMost: 30,
    ours: () => download(`${api.url}/api/files/${fileId}/download`),
    raw: () => download(`${bare.url}/file`),
    async close() {
      reader.close();
      await api.close();
      await bare.close();
    },
  };
}

/** The bytes piece by piece, so that storing them reserves no memory that the download would then use again. */
function* pieces(): Generator<Buffer> {
  for (let at = 0; at < TEN_MEGABYTES; at += PIECE) yield Buffer.alloc(PIECE, 7);
}
