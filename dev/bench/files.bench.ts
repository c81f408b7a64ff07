import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import express from 'express';
import mongoose from 'mongoose';
import { openSession } from '../../api/platform/sessions.service';
import { signAccessToken } from '../../api/platform/tokens';
import { BYTES_BUCKET } from '../../shared/db/stored-bytes';
import { inTransaction } from '../../shared/db/transaction';
import { saveFile } from '../../shared/infra/files';
import { Role } from '../../shared/kernel/permissions';
import { createAccount } from '../../shared/platform/account.store';
import { FilePurpose } from '../../shared/platform/stored-file.model';
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
  return {
    work: 'a download of 10 MB',
    against: 'a bare Express route piping the same bytes',
    atMost: 1.5,
    memoryAtMost: 30,
    ours: () => fetchElsewhere(`${api.url}/api/files/${fileId}/download`, token),
    raw: () => fetchElsewhere(`${bare.url}/file`, token),
    async close() {
      await api.close();
      await bare.close();
    },
  };
}

/** The bytes piece by piece, so that storing them reserves no memory that the download would then use again. */
function* pieces(): Generator<Buffer> {
  for (let at = 0; at < TEN_MEGABYTES; at += PIECE) yield Buffer.alloc(PIECE, 7);
}

/** Reads an answer to its end in a process of its own, whose memory is not ours. */
async function fetchElsewhere(url: string, token: string): Promise<void> {
  const script = `let size = 0;
    require('node:http').get(process.argv[1], { headers: { authorization: 'Bearer ' + process.argv[2] } }, (answer) => {
      answer.on('data', (chunk) => { size += chunk.length; });
      answer.on('end', () => process.exit(size === ${TEN_MEGABYTES} ? 0 : 1));
    });`;
  const [code] = (await once(spawn(process.execPath, ['-e', script, url, token]), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The download of ${url} was not whole.`);
}
