import { once } from 'node:events';
import express, { type Response } from 'express';
import mongoose from 'mongoose';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { hashToken, newId } from '../../shared/kernel/ids';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { newApiKey, prefixOfApiKey } from '../../shared/platform/api-key-token';
import { ApiKeyModel } from '../../shared/platform/api-key.model';
import { runJob } from '../../test/support/run-handler';
import { makeClosedCycle } from './gap-data.bench';
import { sendLoad } from './http-load';
import { startReader } from './http-reader';
import { type HttpService, serve, serveApi } from './http-service';
import { type Comparison, median } from './measure';
import { makeEmployees, makeTenant, within } from './tenant';

/** At once; as many requests are the least. */
export const CONNECTIONS = 64;
/** What `npm run bench` measures; a test asks for less. */
const SIZES = { subjects: 10_000, employees: 1_000, pages: 1_000 };
const LOOKS = 5;

/** Routes of the public API against bare Express routes on the driver, both served by this process. */
export interface PublicApiBench {
  comparisons: Comparison[];
  /** Milliseconds to the first byte of the dataset scores: the median of five answers. */
  firstByteMs(): Promise<number>;
  close(): Promise<void>;
}

/** Makes employees in one organization, and in another a closed cycle with twelve gaps for each subject. */
export async function publicApiBench({ subjects, employees: people, pages } = SIZES): Promise<PublicApiBench> {
  const smallTenant = await makeTenant();
  await within(smallTenant, () => makeEmployees(people));
  const { tenantId, cycleId } = await makeClosedCycle(subjects);
  await within(tenantId, () => runJob('insight.recalculate-gaps', { cycleId }));
  const smallKey = await makeKey(smallTenant);
  const key = await makeKey(tenantId);
  const [api, bare, reader] = [await serveApi(), await serveBare(smallTenant, tenantId), startReader()];
  const employees = `${api.url}/api/v1/employees`;
  const plain = { ...smallKey, 'Accept-Encoding': 'identity' };
  const load = (url: string, requests: number) =>
    sendLoad({ url, headers: plain, requests, connections: CONNECTIONS, status: 200 });
  const dataset = (name: string): Pick<Comparison, 'work' | 'ours' | 'raw'> => ({
    work: `datasets/${name}`,
    ours: () => reader.read(`${api.url}/api/v1/datasets/${name}`, key),
    raw: () => reader.read(`${bare.url}/${name}`),
  });
  const comparisons: Comparison[] = [
    {
      work: `v1 employees, ${pages.toLocaleString('en')} pages of 50, ${CONNECTIONS} connections`,
      against: 'bare Express + driver + JSON, the same five queries (0.6 of its requests/s)',
      atMost: 1 / 0.6,
      ours: () => load(employees, pages),
      raw: () => load(`${bare.url}/employees`, pages),
    },
    {
      ...dataset('gaps'),
      work: `v1 datasets/gaps, ${(subjects * 12).toLocaleString('en')} rows`,
      against: 'a raw cursor to JSON.stringify, one row at a time (0.7 of its rows/s)',
      atMost: 1 / 0.7,
      memoryAtMost: 60,
    },
    {
      ...dataset('scores'),
      work: `v1 datasets/scores, ${subjects.toLocaleString('en')} rows`,
      against: 'a raw cursor over the stored scores to JSON.stringify, one row at a time (0.7 of its rows/s)',
      atMost: 1 / 0.7,
    },
  ];
  return {
    comparisons,
    async firstByteMs() {
      const times: number[] = [];
      for (let look = 0; look <= LOOKS; look++)
        times.push((await reader.read(`${api.url}/api/v1/datasets/scores`, key)).firstByteMs);
      return median(times.slice(1)); // the first one warms up
    },
    async close() {
      reader.close();
      await api.close();
      await bare.close();
    },
  };
}

/** A key of the public API, as the headers of a request. */
export async function makeKey(tenantId: string): Promise<Record<string, string>> {
  const key = newApiKey(tenantId);
  const stored = { prefix: prefixOfApiKey(key), hash: hashToken(key), expiresAt: null };
  await within(tenantId, async () => ApiKeyModel.create({ name: 'BI', createdBy: newId(), ...stored }));
  return { 'X-Api-Key': key };
}

/** The same reads without anything around them. */
function serveBare(smallTenant: string, tenantId: string): Promise<HttpService> {
  const [employees, gaps] = [collectionOf(EmployeeModel), collectionOf(GapModel)];
  const live = { tenantId: smallTenant, isDeleted: false };
  return serve(
    express()
      .get('/employees', async (_request, response) => {
        const order = { lastName: 1, firstName: 1, _id: 1 } as const;
        const [rows, totalCount, departments, jobProfiles] = await Promise.all([
          employees.find(live).sort(order).limit(50).toArray(),
          employees.countDocuments(live),
          namesOf(collectionOf(DepartmentModel), { tenantId: smallTenant }, 'name'),
          namesOf(collectionOf(JobProfileModel), { tenantId: smallTenant }, 'name'),
        ]);
        const above = { tenantId: smallTenant, _id: { $in: rows.map((row) => row.managerId as never) } };
        const managers = await namesOf(employees, above, 'fullName');
        const items = rows.map((row) => ({
          ...row,
          department: departments.get(row.departmentId),
          jobProfile: jobProfiles.get(row.jobProfileId),
          manager: managers.get(row.managerId),
        }));
        response.json({ items, totalCount });
      })
      .get('/gaps', async (_request, response) => {
        const fields = [
          'employeeId',
          'requirement',
          'isCritical',
          'requiredLevel',
          'currentLevel',
          'gapLevel',
          'priority',
        ];
        await writeRows(response, gaps.find({ tenantId }, { projection: projectionOf(fields) }));
      })
      .get('/scores', async (_request, response) => {
        const shown = ['subjectId', 'subject', 'departmentId', 'jobProfileId', 'calibrated', 'tally', 'updatedAt'];
        await writeRows(
          response,
          collectionOf(EvaluationModel).find({ tenantId }, { projection: projectionOf(shown) }),
        );
      }),
  );
}

async function namesOf(
  collection: mongoose.mongo.Collection,
  filter: object,
  field: string,
): Promise<Map<unknown, unknown>> {
  const rows = await collection.find(filter, { projection: { [field]: 1 } }).toArray();
  return new Map(rows.map((row) => [row._id, row[field]]));
}

function collectionOf(model: { collection: { name: string } }): mongoose.mongo.Collection {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  return db.collection(model.collection.name);
}

const projectionOf = (fields: readonly string[]): Record<string, 1> =>
  Object.fromEntries(fields.map((field) => [field, 1 as const]));

async function writeRows(response: Response, rows: AsyncIterable<object>): Promise<void> {
  let separator = '[';
  for await (const row of rows) {
    if (!response.write(separator + JSON.stringify(row))) await once(response, 'drain');
    separator = ',';
  }
  response.end(']');
}
