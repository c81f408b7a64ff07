import { once } from 'node:events';
import express from 'express';
import mongoose from 'mongoose';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { runJob } from '../../test/support/run-handler';
import { makeClosedCycle } from './gaps.bench';
import { type Reader, startReader } from './http-reader';
import { serve, serveApi } from './http-service';
import type { Comparison } from './measure';
import { makeKey, within } from './tenant';

const REQUIREMENTS = 12;
const FIELDS = ['employeeId', 'requirement', 'isCritical', 'requiredLevel', 'currentLevel', 'gapLevel', 'priority'];

/** The dataset of gaps, read by another process, against a bare Express route that writes the rows of a raw cursor. */
export async function datasetComparison(subjects: number): Promise<Comparison> {
  const { tenantId, cycleId } = await makeClosedCycle(subjects);
  await within(tenantId, () => runJob('insight.recalculate-gaps', { cycleId }));
  const key = await makeKey(tenantId);
  const projection = Object.fromEntries(FIELDS.map((field) => [field, 1 as const]));
  const bare = await serve(
    express().get('/gaps', async (_request, response) => {
      const rows = mongoose.connection.db?.collection(GapModel.collection.name).find({ tenantId }, { projection });
      let separator = '[';
      for await (const row of rows ?? []) {
        if (!response.write(separator + JSON.stringify(row))) await once(response, 'drain');
        separator = ',';
      }
      response.end(']');
    }),
  );
  const [api, reader] = [await serveApi(), startReader()];
  let rows = 0;
  return {
    work: `v1 datasets/gaps, ${(subjects * REQUIREMENTS).toLocaleString('en')} rows`,
    against: 'a raw cursor to JSON.stringify, one row at a time (0.7 of its rows/s)',
    atMost: 1 / 0.7,
    memoryAtMost: 60,
    ours: async () => {
      rows = (await reader.read(`${api.url}/api/v1/datasets/gaps`, key)).objects;
    },
    made: () => rows,
    expected: subjects * REQUIREMENTS,
    raw: () => reader.read(`${bare.url}/gaps`),
    async close() {
      reader.close();
      await api.close();
      await bare.close();
    },
  };
}

/** The entity set of the same gaps, page by page, against the dataset itself. */
export async function odataComparison(subjects: number): Promise<Comparison> {
  const { tenantId, cycleId } = await makeClosedCycle(subjects);
  await within(tenantId, () => runJob('insight.recalculate-gaps', { cycleId }));
  const key = await makeKey(tenantId);
  const [api, reader] = [await serveApi(), startReader()];
  let rows = 0;
  return {
    work: `OData Gaps, ${(subjects * REQUIREMENTS).toLocaleString('en')} rows in pages`,
    against: 'v1 datasets/gaps of the same rows',
    atMost: 1.43,
    memoryAtMost: 60,
    ours: async () => {
      rows = await readPages(reader, `${api.url}/api/v1/odata/Gaps`, key);
    },
    made: () => rows,
    expected: subjects * REQUIREMENTS,
    raw: () => reader.read(`${api.url}/api/v1/datasets/gaps`, key),
    async close() {
      reader.close();
      await api.close();
    },
  };
}

/** How many rows an entity set has, read by its links; each page is an object itself. */
async function readPages(reader: Reader, first: string, key: Record<string, string>): Promise<number> {
  let rows = 0;
  for (let page: string | undefined = first; page !== undefined;) {
    const reading = await reader.read(page, key);
    rows += reading.objects - 1;
    // Links name the host that the service is configured for.
    page = reading.nextLink && first + new URL(reading.nextLink).search;
  }
  return rows;
}
