import { resolve } from 'node:path';
import mongoose from 'mongoose';
import ts from 'typescript';
import { globalModels, tenantModels } from '../../shared/db/tenant-model';
import { expectOnly } from './exceptions';
import { nodesOf, sourceFiles } from './source-tree';

const product = sourceFiles('api', 'worker', 'shared');
const modelFiles = product.filter(({ suffix }) => suffix === 'model');

beforeAll(async () => {
  for (const { path } of modelFiles) await import(resolve(path));
});

const names = (): string[] => mongoose.modelNames();

test('every model file registers a model, and no other file does', () => {
  expect(names().length).toBeGreaterThanOrEqual(modelFiles.length);
  const makers = new Set(['tenantModel', 'globalModel']);
  const making = product
    .filter(({ path }) => path !== 'shared/db/tenant-model.ts')
    .filter(({ imports }) => imports.some(({ values }) => values.some((value) => makers.has(value))))
    .map(({ path }) => path);
  expect(making).toEqual(modelFiles.map(({ path }) => path));
});

test('mongoose makes models in one place alone (architecture 4)', () => {
  const direct = product
    .filter(({ path }) => !path.startsWith('shared/db/'))
    .flatMap(({ path, syntax }) =>
      nodesOf(syntax)
        .filter(
          (node) =>
            ts.isCallExpression(node) && /^(mongoose|mongoose\.connection)\.model$/.test(node.expression.getText()),
        )
        .map((node) => `${path}: ${node.getText()}`),
    );
  expectOnly(direct);
});

test('the driver’s own collection of a model, which knows no tenant, is used by the isolation layer alone', () => {
  expectOnly(
    product
      .filter(
        ({ path, imports }) =>
          !path.startsWith('shared/db/') && imports.some(({ values }) => values.includes('rowsOf')),
      )
      .map(({ path }) => path),
    { 'shared/evaluation/cycles/sums.store.ts': 'adds rows of several tenants in one transaction, without a time' },
  );
});

test('every model is bound to a tenant, except those of the platform itself', () => {
  expectOnly(
    names().filter((name) => !tenantModels.has(name)),
    {
      Tenant: 'is the tenant',
      Plan: 'is shared by tenants; only a SystemAdmin reads and writes it',
      Meta: 'is about the stored data as a whole',
      Schedule: 'holds the time of the next firing and no data of anybody',
    },
  );
  expect([...tenantModels].filter((name) => globalModels.has(name))).toEqual([]);
});

test('a tenant-bound model requires its tenant and never changes it', () => {
  for (const name of tenantModels) {
    const { options } = mongoose.model(name).schema.path('tenantId');
    expect([name, options.required, options.immutable]).toEqual([name, true, true]);
  }
});

test('every index of a tenant-bound model begins with the tenant, but for those of the sweeps', () => {
  const indexes = [...tenantModels].flatMap((name) =>
    mongoose
      .model(name)
      .schema.indexes()
      .map(([keys]) => ({ name, keys: Object.keys(keys) })),
  );
  expect(indexes.length).toBeGreaterThan(20);
  expectOnly(
    indexes.filter(({ keys }) => keys[0] !== 'tenantId').map(({ name, keys }) => `${name}: ${keys.join()}`),
    {
      'AuditDraft: createdAt': 'sweepAuditDrafts',
      'Job: status,sweepAfter': 'sweepLostJobs',
      'PrivacyRequest: completedAt,dueAt': 'remindOfDueRequests',
      'ApiKey: revokedAt,expiresAt': 'remindOfEndingKeys',
      'Job: status,finishedAt': 'sweepEndedJobs, sweepGapRows',
      'OutdatedGapRun: createdAt': 'sweepGapRows',
      'PasswordResetRequest: createdAt': 'sweepPasswordRequests',
      'EmailChange: createdAt': 'sweepEmailChanges',
      'Session: expiresAt': 'sweepSessions',
      'Session: revokedAt': 'sweepSessions',
      'Device: lastSignInAt': 'sweepDevices',
      'SsoAttempt: expiresAt': 'sweepSsoAttempts',
      'StoredFile: purpose,createdAt': 'sweepJobFiles',
      'Sum: isMerged,account': 'mergeSums',
      'WebhookDelivery: createdAt': 'sweepWebhookDeliveries',
      'WebhookDelivery: isAsked,tenantId,createdAt': 'sendWebhooks',
    },
  );
});

test('uniqueness of soft-deletable rows ignores deleted ones', () => {
  const blind = [...tenantModels].flatMap((name) => {
    const { schema } = mongoose.model(name);
    if (!schema.path('isDeleted')) return [];
    return schema
      .indexes()
      .filter(([, options]) => options?.unique && options.partialFilterExpression?.isDeleted !== false)
      .map(([keys]) => `${name}: ${Object.keys(keys).join()}`);
  });
  expectOnly(blind);
});

test('no field is a reference that mongoose would populate: joins are made in code, by ids', () => {
  const populated = names().flatMap((name) => {
    const found: string[] = [];
    mongoose.model(name).schema.eachPath((path, type) => {
      if (type.options.ref !== undefined) found.push(`${name}.${path}`);
    });
    return found;
  });
  expectOnly(populated);
});

test('asSystem, the one exit from tenancy, is used by a handful of files', () => {
  const users = product
    .filter(
      ({ path, imports }) =>
        path !== 'shared/kernel/context.ts' && imports.some(({ values }) => values.includes('asSystem')),
    )
    .map(({ path }) => path);
  expectOnly(users, {
    'api/operations/backup/restored-data.service.ts':
      'a restored backup brings sessions and jobs of every tenant that are over',
    'shared/migrations/run-migrations.ts': 'a migration changes the rows of every tenant',
    'shared/evaluation/cycles/sums.store.ts': 'rows of sums are merged, each with those of its own organization',
    'api/privacy/reapply.store.ts': 'the operator copies the ledger of erasures, which holds ids alone',
    'shared/privacy/reminders.store.ts': 'the schedule finds requests of every tenant that are due',
    'shared/jobs/ledger.ts': 'the sweep finds lost jobs of every tenant',
    'shared/platform/audit/audit-position.store.ts': 'how far the log of every tenant was delivered',
    'shared/platform/audit/audit.store.ts':
      'entries that a dead process left are chained, each in the log of its own organization',
    'worker/evaluation/writable-cycles.ts': 'cycles of every tenant send their emails',
    'worker/comms/remind-of-ending-keys.ts': 'the schedule finds keys of every tenant that are about to expire',
    'worker/comms/webhooks/send-webhooks.ts': 'the schedule finds webhooks of every tenant with something to send',
    'worker/comms/webhooks/sweep-deliveries.ts': 'messages to webhooks are removed by age, whoever they belong to',
    'worker/platform/sweep-files.ts': 'files of jobs and stray bytes are removed by age, whoever they belong to',
    'worker/platform/sweep-rows.ts': 'ended sessions and jobs are removed by age, whoever they belong to',
    'worker/insight/sweep-gap-rows.ts': 'the sweep finds failed gap runs of every tenant',
    'api/platform/accounts/recover.service.ts':
      'an address is refused that belongs to any organization; no row leaves it',
    'api/operations/platform-dashboard.queries.ts': 'adds up tenants and jobs for a SystemAdmin; no row leaves it',
    'api/platform/jobs/jobs.queries.ts': 'an operator names a job of any organization, which then is acted for',
    'api/framework/requirement-use.store.ts': 'a global skill may be in use by any organization; none is named',
  });
});
