import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import mongoose from 'mongoose';
import { privacyDocuments } from '../../dev/privacy/documents';
import { indexedPaths } from '../../shared/db/text-words';
import { textPaths } from '../../shared/privacy/mention-search.store';
import { PERSONAL_DATA } from '../../shared/privacy/personal-data-map';
import { expectOnly } from './exceptions';
import { sourceFiles } from './source-tree';

beforeAll(async () => {
  for (const { path } of sourceFiles('shared').filter(({ suffix }) => suffix === 'model')) await import(resolve(path));
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

/** Texts of a model in which someone could be mentioned: not what search finds it by, nor what its person is called. */
function freeTexts({ model, identity = [] }: (typeof PERSONAL_DATA)[number]): string[] {
  const isFree = (path: string): boolean => path !== 'searchText' && !identity.includes(path.split('.')[0] ?? '');
  return textPaths(model.schema).filter(isFree);
}

test('what people write is indexed by its words, so that mentions cost what the person has (ADR 33)', () => {
  const scanned = PERSONAL_DATA.filter((data) => freeTexts(data).length > 0)
    .map(({ model }) => model.modelName)
    .filter((name) => !indexedPaths().has(name));
  const [FEW, SHORT, WHO, PROGRAMS] = ['few rows', 'rows of a limited time', 'says who people are', 'no free text'];
  expectOnly(scanned, {
    ApiKey: FEW,
    AuditBeginning: FEW,
    AuditDraft: WHO,
    AuditHead: FEW,
    AuditLog: WHO,
    Calibration: FEW,
    CareerPath: FEW,
    Competency: FEW,
    CompetencyCategory: FEW,
    Credential: PROGRAMS,
    Cycle: FEW,
    Department: FEW,
    EmailSettings: FEW,
    EmailTemplate: FEW,
    Employee: WHO,
    Erasure: WHO,
    EvaluationTemplate: FEW,
    ImportHeading: FEW,
    ImportReportPart: SHORT,
    Job: SHORT,
    JobProfile: FEW,
    MailTrigger: FEW,
    PasswordResetRequest: SHORT,
    PersonKey: WHO,
    Plan: FEW,
    PlanUsage: FEW,
    PrivacyRequest: FEW,
    PrivacyText: WHO,
    RunFence: SHORT,
    Session: PROGRAMS,
    SkillFramework: FEW,
    Sum: PROGRAMS,
    Survey: FEW,
    SurveyBallot: PROGRAMS,
    Tenant: FEW,
    TextWords: PROGRAMS,
    User: WHO,
  });
});

test('an indexed model leaves out no text but ids, dates and links', () => {
  const missing = PERSONAL_DATA.flatMap((data) => {
    const indexed = indexedPaths().get(data.model.modelName);
    return indexed
      ? freeTexts(data)
          .filter((path) => !indexed.includes(path))
          .map((path) => `${data.model.modelName}.${path}`)
      : [];
  });
  const [ID, DATE] = ['an id', 'a calendar date'];
  expectOnly(missing, {
    'CalibrationChange.by': ID,
    'CalibrationChange.undoes': ID,
    'CalibrationEntry.by': ID,
    'DevelopmentPlan.actions.dueDate': DATE,
    'DevelopmentPlan.actions.id': ID,
    'Goal.dueDate': DATE,
    'Goal.keyResults.id': ID,
    'Goal.startDate': DATE,
    'NineBoxPotentialChange.by': ID,
    'Notification.link': 'a path of ids',
    'Participant.reopenings.by': ID,
    'StoredFile.contentType': 'told by the bytes',
    'StoredFile.createdBy': ID,
    'StoredFile.sha256': 'a hash',
  });
});

test('every indexed path exists', () => {
  const unknown = PERSONAL_DATA.flatMap(({ model }) => {
    const paths = new Set(textPaths(model.schema));
    return (indexedPaths().get(model.modelName) ?? []).filter((path) => !paths.has(path));
  });
  expectOnly(unknown);
});

test.each(Object.keys(privacyDocuments()))('%s is current: npx tsx dev/privacy/write.ts', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(privacyDocuments()[path]);
});
