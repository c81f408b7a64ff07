import { once } from 'node:events';
import express from 'express';
import mongoose from 'mongoose';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { runJob } from '../../test/support/run-handler';
import { makeClosedCycle } from './gaps.bench';
import { startReader } from './http-reader';
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
