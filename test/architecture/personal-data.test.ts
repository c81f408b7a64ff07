import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import mongoose from 'mongoose';
import { privacyDocuments } from '../../dev/privacy/documents';
import { storedPaths } from '../../dev/privacy/stored-paths';
import { searchedTexts } from '../../shared/privacy/mention-search.store';
import { valuesOf } from '../../shared/privacy/personal-data';
import { PERSONAL_DATA } from '../../shared/privacy/personal-data-map';
import { ACCESS_FIELDS } from '../../worker/privacy/access/access-fields';
import { expectOnly } from './exceptions';
import { sourceFiles } from './source-tree';

beforeAll(async () => {
  const models = sourceFiles('api', 'worker', 'shared').filter(({ suffix }) => suffix === 'model');
  for (const { path } of models) await import(resolve(path));
});

/** Fields of every row, which say nothing about a person. */
const COMMON = new Set(['_id', 'tenantId', 'revision', 'createdAt', 'updatedAt', 'isDeleted']);

test('every model is in the map of personal data, once (ADR 28)', () => {
  const declared = PERSONAL_DATA.map(({ model }) => model.modelName);
  expect([...declared].sort()).toEqual(mongoose.modelNames().sort());
});

test.each(PERSONAL_DATA.map((data) => [data.model.modelName, data] as const))(
  '%s declares each of its fields, and no other ones',
  (_name, { model, fields }) => {
    const stored = new Set(Object.keys(model.schema.paths).map((path) => path.split('.')[0] ?? ''));
    expect(Object.keys(fields).sort()).toEqual([...stored].filter((field) => !COMMON.has(field)).sort());
  },
);

test('an access file writes what is listed value by value, and someone has looked at each value', () => {
  const asked = new Map<string, string[]>();
  for (const data of PERSONAL_DATA)
    for (const { access, whose } of Object.values(data.links)) {
      if (access !== 'rows') continue;
      const isOf = (field: string): boolean =>
        valuesOf(data.fields[field] ?? 'none').some((value) => value.whose === whose);
      const paths = [...storedPaths(data.model.schema).keys()].filter((path) => isOf(path.split('.')[0] ?? ''));
      const leaves = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)));
      asked.set(data.model.modelName, leaves.sort());
    }
  const listed = Object.entries(ACCESS_FIELDS).map(([name, fields]) => [name, Object.keys(fields).sort()]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(asked));
});

test('no id of something else is in an access file without its name', () => {
  const bare = Object.entries(ACCESS_FIELDS).flatMap(([name, fields]) =>
    Object.entries(fields).flatMap(([path, field]) =>
      /Ids?$/.test(path) && field === 'shown' ? `${name}.${path}` : [],
    ),
  );
  expectOnly(bare);
});

test('a model that leads to people says why, who sees it and how long', () => {
  const silent = PERSONAL_DATA.filter(({ links, purpose, seenBy, kept }) => {
    const says = [purpose, seenBy, kept].every((text) => text !== '');
    return Object.keys(links).length > 0 && !says;
  });
  expectOnly(silent.map(({ model }) => model.modelName));
});

test('every link that access or erasure reads has an index, so that they cost what the person has', () => {
  const slow = PERSONAL_DATA.flatMap(({ model, links }) =>
    Object.entries(links)
      .filter(([path, { rows, access }]) => path !== '_id' && (rows !== 'kept' || access !== 'none'))
      .filter(
        ([path]) =>
          !model.schema.indexes().some(([keys]) => Object.keys(keys).slice(0, 2).join() === `tenantId,${path}`),
      )
      .map(([path]) => `${model.modelName}.${path}`),
  );
  expectOnly(slow, {
    'AuditDraft.actorId': 'drafts last for seconds',
    'AuditDraft.entityId': 'drafts last for seconds',
  });
});

test('every model is searched for mentions, unless it says who people are or holds no free text', () => {
  const searched = new Set(searchedTexts().map(({ data }) => data.model.modelName));
  const skipped = PERSONAL_DATA.map(({ model }) => model.modelName).filter((name) => !searched.has(name));
  expect(skipped.sort()).toMatchInlineSnapshot(`
[
  "AuditDraft",
  "AuditLog",
  "AuditPosition",
  "CareerAssignment",
  "Credential",
  "CycleFigures",
  "CycleProgress",
  "CycleStatistics",
  "Device",
  "Employee",
  "Erasure",
  "GapAnalysis",
  "Meta",
  "OutdatedGapRun",
  "PersonKey",
  "Plan",
  "PrivacyText",
  "RunFence",
  "Schedule",
  "Session",
  "Sum",
  "SurveyBallot",
  "SurveyInvitation",
  "SurveyResponse",
  "Tenant",
  "User",
]
`);
});

test.each(Object.keys(privacyDocuments()))('%s is current: npx tsx dev/privacy/write.ts', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(privacyDocuments()[path]);
});
