import { readFileSync } from 'node:fs';
import { privacyDocuments } from '../../dev/privacy/documents';
import { searchedTexts } from '../../shared/privacy/mention-search.store';
import { PERSONAL_DATA, storedPaths, valuesOf } from '../../shared/privacy/personal-data';
import { accessTree } from '../../worker/privacy/access/access-tree';
import { expectOnly } from './exceptions';
import { sourceFiles } from './source-tree';

/** Fields of every row, which say nothing about a person. */
const COMMON = new Set(['_id', 'tenantId', 'revision', 'createdAt', 'updatedAt', 'isDeleted']);

test('every model file is read (ADR 28)', () => {
  const models = sourceFiles('api', 'worker', 'shared').filter(({ suffix }) => suffix === 'model');
  expect(models.length).toBeGreaterThan(50);
  const names = models.flatMap(({ syntax }) => [...syntax.text.matchAll(/(?:tenant|global)Model<\w+>\(\s*'(\w+)'/g)]);
  expect(PERSONAL_DATA.map(({ model }) => model.modelName).sort()).toEqual(names.map(([, name]) => name).sort());
});

test('every stored field says what it is for privacy', () => {
  const silent = PERSONAL_DATA.flatMap(({ model, fields }) =>
    Object.keys(model.schema.paths)
      .map((path) => path.split('.')[0] ?? '')
      .filter((field) => !COMMON.has(field) && !(field in fields))
      .map((field) => `${model.modelName}.${field}`),
  );
  expectOnly(silent);
});

test.each(['en', 'es'])('in %s the console names every kind of row that an erasure counts', (language) => {
  const counted = PERSONAL_DATA.filter(({ links }) =>
    Object.values(links).some(({ rows, access }) => rows !== 'kept' || access !== 'none'),
  ).map(({ model }) => model.modelName);
  const { privacyKinds } = JSON.parse(readFileSync(`console/platform/texts/${language}.json`, 'utf8'));
  expect(counted.filter((name) => !(name in privacyKinds))).toEqual([]);
});

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
  const listed = PERSONAL_DATA.map(({ model, access }) => [model.modelName, Object.keys(access).sort()] as const);
  expect(Object.fromEntries(listed.filter(([, paths]) => paths.length > 0))).toEqual(Object.fromEntries(asked));
});

test('no id of something else is in an access file without its name', () => {
  const bare = PERSONAL_DATA.flatMap(({ model, access }) =>
    Object.entries(access).flatMap(([path, field]) =>
      /Ids?$/.test(path) && field === 'shown' ? `${model.modelName}.${path}` : [],
    ),
  );
  expectOnly(bare);
});

test('the name beside an id is a field that its model stores', () => {
  const stored = new Set(
    PERSONAL_DATA.flatMap(({ model }) =>
      [...storedPaths(model.schema).keys()].map((path) => `${model.modelName}.${path}`),
    ),
  );
  const named = PERSONAL_DATA.flatMap(({ access }) => [...accessTree(access).values()]).flatMap((field) =>
    field === 'shown' || field instanceof Map ? [] : `${field.model}.${field.field}`,
  );
  expect(named.length).toBeGreaterThan(10);
  expectOnly(named.filter((path) => !stored.has(path)));
});

test('a model that leads to people says why, who sees it and how long', () => {
  const silent = PERSONAL_DATA.filter(
    ({ privacy }) => privacy && [privacy.purpose, privacy.seenBy, privacy.kept].includes(''),
  );
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
  "CycleCache",
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
  "WebhookPosition",
]
`);
});

test.each(Object.keys(privacyDocuments()))('%s is current: npx tsx dev/privacy/write.ts', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(privacyDocuments()[path]);
});
