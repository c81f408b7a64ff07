import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import JSZip from 'jszip';
import mongoose from 'mongoose';
import { reapplyErasures, readLedger } from '../../../api/privacy/reapply.store';
import { writeToOutbox } from '../../../shared/comms/mail/outbox';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { anyDeletion } from '../../../shared/db/bulk';
import { searchKey } from '../../../shared/db/search';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import { GoalModel } from '../../../shared/growth/goals/goal.model';
import { findFile, saveFile } from '../../../shared/infra/files';
import { FilePurpose } from '../../../shared/infra/stored-file.model';
import { CalibrationStatus } from '../../../shared/insight/calibration/calibration-status';
import { CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { GapModel } from '../../../shared/insight/gaps/gap.model';
import { NineBoxPotentialChangeModel } from '../../../shared/insight/nine-box-potential-change.model';
import { storeImportReport } from '../../../shared/jobs/import-report.store';
import { JobStatus } from '../../../shared/jobs/job.model';
import { now, toInstant } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { ErasureModel } from '../../../shared/privacy/erasure.model';
import { findPerson, idsOf } from '../../../shared/privacy/person.store';
import { PERSONAL_DATA } from '../../../shared/privacy/personal-data';
import { PrivacyRequestModel } from '../../../shared/privacy/privacy-request.model';
import { remindOfDueRequests } from '../../../shared/privacy/reminders.store';
import { applyRetention } from '../../../shared/privacy/retention.store';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { accessTree } from '../../../worker/privacy/access/access-tree';
import { makeEmployee } from '../../factories/employee';
import { makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeCompetency } from '../../factories/framework';
import { makeGoal } from '../../factories/goal';
import { makeOneOfEach } from '../../factories/one-of-each';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { readBytes } from '../../support/read-bytes';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';
import { placesNaming as namedPlaces, storedByService } from '../../support/stored-texts';

const service = useService({ ownDatabase: true });
const PATH = '/api/privacy-requests';
const NAMES = { firstName: 'Zoraida', lastName: 'Quintanilla-Ferreiro' };
const FULL_NAME = 'Zoraida Quintanilla-Ferreiro';
const [EMAIL, CODE] = ['zoraida.qf@example.test', 'ZQF-7781'];

type Method = 'get' | 'post' | 'put' | 'delete';
const call = (method: Method, path: string, token: string, body?: unknown) =>
  body === undefined
    ? service().call(method, path, token)
    : service()
        .call(method, path, token)
        .send(body as object);

/** Waits until the job of a request has opened it for review. */
async function reviewed(tenant: TestTenant, requestId: string): Promise<void> {
  const { status } = await tenant.within(() => finishedJob('privacy.collect', { requestId }));
  expect(status).toBe(JobStatus.Succeeded);
}

async function opened(tenant: TestTenant, employeeId: string, kind: string): Promise<string> {
  const { status, body } = await call('post', PATH, tenant.admin, { employeeId, kind });
  expect([status, body.status, body.kind]).toEqual([201, 'Collecting', kind]);
  await reviewed(tenant, body.id);
  return body.id;
}

/** Where one of these texts is stored. */
const placesNaming = async (...texts: string[]): Promise<string[]> => namedPlaces(await storedByService(), texts);

async function zipOf(path: string, token: string): Promise<{ zip: JSZip; data: Record<string, unknown> }> {
  const answer = await call('get', path, token).buffer(true).parse(readBytes);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const zip = await JSZip.loadAsync(answer.body as Buffer);
  return { zip, data: JSON.parse((await zip.file('data.json')?.async('string')) ?? '') };
}

describe('privacy', () => {
  let tenant: TestTenant;
  let personId: string;
  let accountId: string;
  let ownToken: string;
  let other: { cycleId: string; subjectId: string };
  let goalId: string;

  beforeAll(async () => {
    tenant = await makeTenant();
    const made = await makeOneOfEach(tenant);
    ownToken = made.ownerToken;
    personId = made.pathValues('/api/employees/{id}').id ?? '';
    const ids = made.pathValues('/api/evaluation-results/{cycleId}/{subjectId}');
    const names = { ...NAMES, email: EMAIL, employeeCode: CODE };
    expect((await call('put', `/api/employees/${personId}`, tenant.admin, names)).status).toBe(200);
    await tenant.within(async () => {
      const account = await UserModel.findOne({ employeeId: personId }).lean();
      accountId = account?._id ?? '';
      await UserModel.updateOne(
        { _id: accountId },
        { $set: { email: EMAIL, fullName: FULL_NAME, searchText: searchKey(FULL_NAME, EMAIL) } },
      );
      await CalibrationModel.updateMany({}, { $set: { status: CalibrationStatus.Applied } });
      const rows = { cycleId: ids.cycleId ?? '', employeeId: personId };
      await GapModel.create({
        ...rows,
        runId: newId(),
        requirementId: newId(),
        requirement: 'Planning',
        requiredLevel: 4,
        isCritical: true,
        currentLevel: 2,
        gapLevel: 2,
        priority: 2,
      });
      await NineBoxPotentialChangeModel.create({
        ...rows,
        before: null,
        after: 4,
        reason: 'Grew a lot this year',
        by: newId(),
        at: now(),
      });
      await GoalModel.create({
        title: 'Own goal',
        level: GoalLevel.Individual,
        ownerEmployeeId: personId,
        searchText: 'own goal',
      });
      await makeGoal({ title: 'Department goal', ownerEmployeeId: personId, level: GoalLevel.Department });
      goalId = (
        await makeGoal({
          title: `Replace ${FULL_NAME} (${CODE})`,
          description: `As the Quintanilla-Ferreiro plan says`,
        })
      )._id;
      const user = await UserModel.findOne({ _id: { $ne: accountId } }).lean();
      await NotificationModel.create({
        userId: user?._id ?? '',
        type: 'plan-submitted',
        title: 'T',
        body: `${FULL_NAME} submitted the plan`,
      });
      const imported = { row: 2, email: EMAIL, outcome: 'created', message: null, employeeId: personId } as const;
      await storeImportReport(newId(), [
        { ...imported, warnings: [] },
        { ...imported, row: 3, email: 'other@x.example', warnings: [`manager "${FULL_NAME}" was left out`] },
      ]);
      const evidence = { contentType: 'text/plain', purpose: FilePurpose.Evidence, createdBy: user?._id ?? null };
      await saveFile(Buffer.from(`Praise of ${EMAIL}`), { ...evidence, name: 'praise.txt' });
      await saveFile(Buffer.from(`firstname,lastname,email\n${FULL_NAME},x,${EMAIL}`), {
        ...evidence,
        name: 'people.csv',
        purpose: FilePurpose.Import,
      });
      await writeToOutbox(`privacy-${personId}`, {
        to: { name: FULL_NAME, address: EMAIL },
        from: 'a@example.test',
        subject: 'Hi',
        text: 'Hello',
      });
    });
    const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
      subjects: [
        {
          evaluators: [
            { type: EvaluatorType.Self },
            { type: EvaluatorType.Manager, rating: 3, comment: `Works well with ${FULL_NAME}` },
            { type: EvaluatorType.Peer, evaluatorId: personId, rating: 5, comment: 'A good colleague' },
          ],
        },
      ],
    });
    other = { cycleId: cycle._id, subjectId: subjects[0]?.employee._id ?? '' };
    await makeEvaluatedCycle(tenant, {
      subjects: [
        {
          employee: (await tenant.within(async () => EmployeeModel.findById(personId).lean())) as never,
          evaluators: [
            { type: EvaluatorType.Self, comment: 'I did fine' },
            { type: EvaluatorType.Manager, comment: 'Reliable' },
            ...[1, 2, 3].map((rating) => ({ type: EvaluatorType.Peer, rating, comment: `Peer says ${rating}` })),
            { type: EvaluatorType.Stakeholder, rating: 1, comment: 'Only one of us' },
          ],
        },
      ],
    });
  });

  const otherResults = async () => {
    const { body } = await call(
      'get',
      `/api/evaluation-results/${other.cycleId}/subjects/${other.subjectId}?explain=true`,
      tenant.hr,
    );
    const { overall, effective, explanation, sections } = body;
    // The id of a comment names its text, which loses the name.
    return JSON.stringify([overall, effective, explanation, sections])
      .replaceAll(FULL_NAME, 'Former employee')
      .replaceAll(/"id":"[^"]+",(?="evaluatorType")/g, '');
  };

  test('access: comments are decided on, and the ZIP has what the map gives to the person, field by field', async () => {
    const id = await opened(tenant, personId, 'Access');
    expect((await call('post', PATH, tenant.admin, { employeeId: personId, kind: 'Access' })).status).toBe(409);
    expect((await call('get', `${PATH}/${id}/preview`, tenant.admin)).status).toBe(409);
    const { body: comments } = await call('get', `${PATH}/${id}/comments?pageSize=200`, tenant.admin);
    expect(
      comments.items.every(
        (item: { decision: string | null; evaluatorType: string }) =>
          item.decision === (item.evaluatorType === 'Manager' ? 'Release' : null),
      ),
    ).toBe(true);
    expect(JSON.stringify(comments)).not.toContain('I did fine');
    expect((await call('post', `${PATH}/${id}/complete`, tenant.admin, {})).status).toBe(409);
    for (const { id: commentId, evaluatorType, text } of comments.items) {
      if (evaluatorType === 'Manager') continue;
      const path = `${PATH}/${id}/comments/${commentId}`;
      const withhold = text === 'Peer says 3';
      if (withhold) expect((await call('put', path, tenant.admin, { decision: 'Withhold' })).status).toBe(400);
      const body = withhold ? { decision: 'Withhold', reason: 'It would show who wrote it.' } : { decision: 'Release' };
      expect((await call('put', path, tenant.admin, body)).status).toBe(204);
    }
    const { status, body: done } = await call('post', `${PATH}/${id}/complete`, tenant.admin, {});
    expect([status, done.status]).toEqual([200, 'Completed']);
    const job = await tenant.within(() => finishedJob('privacy.complete-access', { requestId: id }));
    expect(job).toMatchObject({ status: JobStatus.Succeeded, runs: 1 });

    const { zip, data } = await zipOf(`${PATH}/${id}/file`, tenant.admin);
    const ajv = addFormats(new Ajv({ allowUnionTypes: true }));
    const validate = ajv.compile(JSON.parse(readFileSync('docs/privacy/data.schema.json', 'utf8')) as object);
    expect([validate(data), validate.errors]).toEqual([true, null]);
    await expectSections(data.sections as never);
    const texts = JSON.stringify(data);
    for (const expected of [
      'I did fine',
      'Reliable',
      'Peer says 2',
      'A good colleague',
      'Grew a lot this year',
      'It would show who wrote it.',
    ])
      expect(texts).toContain(expected);
    expect(comments.items.some(({ text }: { text: string }) => text === 'Only one of us')).toBe(false);
    for (const hidden of ['Only one of us', 'Peer says 3', 'passwordHash', 'refreshHash', 'evaluatorId'])
      expect(texts).not.toContain(hidden);
    const peers = (data.evaluations as { groups: { evaluatorType: string; mean: number | null }[] }[]).flatMap(
      ({ groups }) => groups,
    );
    expect(peers.find(({ evaluatorType }) => evaluatorType === 'Stakeholder')?.mean).toBeNull();
    const report = await zip.file('report.html')?.async('string');
    expect(report).toContain(FULL_NAME);
    for (const { path, size } of data.files as { path: string; size: number }[])
      expect((await zip.file(path)?.async('nodebuffer'))?.length).toBe(size);
    expect((data.files as never[]).length).toBeGreaterThan(1);
    // No other route shows the file.
    expect((await call('get', `/api/files/${done.fileId}`, tenant.hr)).status).toBe(404);
    const { body: log } = await call('get', '/api/audit-logs?eventType=privacy.downloaded', tenant.admin);
    expect(log.totalCount).toBe(1);
  });

  /** Whether a field of a section is the name that goes with an id. */
  function isName(section: string, key: string): boolean {
    const { access = {} } = PERSONAL_DATA.find(({ model }) => model.modelName === section) ?? {};
    return [...accessTree(access).values()].some(
      (field) => field !== 'shown' && !(field instanceof Map) && field.as === key,
    );
  }

  /** The rows of the database, through the map, beside those of the file. */
  async function expectSections(sections: { name: string; rows: { id: string }[] }[]): Promise<void> {
    const person = await tenant.within(() => findPerson(personId));
    const expected: Record<string, unknown> = {};
    for (const data of PERSONAL_DATA)
      for (const [path, link] of Object.entries(data.links)) {
        const ids = idsOf(person, link);
        if (link.access !== 'rows' || ids.length === 0 || data.model.modelName === 'PrivacyRequest') continue;
        const rows = await tenant.within(async () =>
          data.model.find({ ...anyDeletion(data.model), [path]: { $in: ids } } as never).lean<{ _id: string }[]>(),
        );
        const written = ['id', 'createdAt', ...accessTree(data.access).keys()];
        for (const row of rows) expected[row._id] = [data.model.modelName, written.sort()];
      }
    const found: Record<string, unknown> = {};
    for (const { name, rows } of sections.filter((section) => section.name !== 'PrivacyRequest'))
      for (const row of rows)
        found[row.id] = [
          name,
          Object.keys(row)
            .filter((key) => !isName(name, key))
            .sort(),
        ];
    expect(Object.keys(found).length).toBeGreaterThan(10);
    // Its own sign-in is younger than the file.
    expect(found).toEqual(expected);
  }

  test('a request for your own data: TenantAdmins are told, the person alone reads it, an account without an employee gets its own data', async () => {
    const { status, body } = await call('post', '/api/my-profile/personal-data', ownToken);
    expect([status, body.kind, body.employeeId]).toEqual([201, 'Access', personId]);
    expect((await call('post', '/api/my-profile/personal-data', ownToken)).status).toBe(409);
    const { body: notices } = await call('get', '/api/notifications', tenant.admin);
    expect(notices.items[0]).toMatchObject({ type: 'privacy-requested', link: `/privacy-requests/${body.id}` });
    expect((await call('get', '/api/my-profile/personal-data', tenant.user)).body.totalCount).toBe(0);
    expect((await call('get', `/api/my-profile/personal-data/${body.id}/file`, tenant.user)).status).toBe(404);
    await reviewed(tenant, body.id);
    const cancel = { reason: 'Asked again by mistake.' };
    expect((await call('post', `${PATH}/${body.id}/cancel`, tenant.admin, cancel)).body.status).toBe('Cancelled');
    expect((await call('post', `${PATH}/${body.id}/cancel`, tenant.admin, cancel)).status).toBe(409);

    const { body: own } = await call('post', '/api/my-profile/personal-data', tenant.user);
    await reviewed(tenant, own.id);
    expect((await call('post', `${PATH}/${own.id}/complete`, tenant.admin, {})).body.status).toBe('Completed');
    const { data } = await zipOf(`/api/my-profile/personal-data/${own.id}/file`, tenant.user);
    expect((data.sections as { name: string }[]).map(({ name }) => name)).toContain('User');
    const { body: ready } = await call('get', '/api/notifications', tenant.user);
    expect(ready.items.map(({ type }: { type: string }) => type)).toContain('privacy-ready');
  });

  test('due dates: a month, once two more, and reminders at 14, 7 and 1 days', async () => {
    const employee = await tenant.within(() => makeEmployee());
    const id = await opened(tenant, employee._id, 'Access');
    const extend = () => call('post', `${PATH}/${id}/extend`, tenant.admin, { reason: 'The request is complex.' });
    const { body: extended } = await extend();
    expect(Date.parse(extended.dueAt) - Date.parse(extended.createdAt)).toBeGreaterThan(88 * 86_400_000);
    expect((await extend()).status).toBe(409);
    const remindedAt = async (days: number) => {
      const dueAt = new Date(Date.now() + days * 86_400_000 - 1_000);
      await tenant.within(async () => PrivacyRequestModel.updateOne({ _id: id }, { $set: { dueAt } }));
      const before = await tenant.within(async () => NotificationModel.countDocuments({ type: 'privacy-due' }));
      await remindOfDueRequests();
      await remindOfDueRequests();
      return (await tenant.within(async () => NotificationModel.countDocuments({ type: 'privacy-due' }))) - before;
    };
    expect([await remindedAt(20), await remindedAt(14), await remindedAt(7), await remindedAt(1)]).toEqual([
      0, 1, 1, 1,
    ]);
  });

  test('erasure: refused until it is allowed, decided and confirmed; then nothing of the person is left', async () => {
    const before = await otherResults();
    const request = { employeeId: personId, kind: 'Erasure' };
    const post = () => call('post', PATH, tenant.admin, request);
    expect((await post()).status).toBe(409); // has not left
    expect((await call('put', `/api/employees/${personId}`, tenant.admin, { status: 'Terminated' })).status).toBe(200);
    const hold = (body: unknown) =>
      service()
        .call('put', `/api/employees/${personId}/legal-hold`, tenant.admin)
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(body));
    const earliest = toInstant(now());
    expect((await hold({ until: '2099-01-01T00:00:00Z', reason: 'A court asks for it.' })).status).toBe(200);
    const latest = toInstant(now());
    const { body: held } = await call('get', `/api/employees/${personId}/legal-hold`, tenant.admin);
    const { body: admin } = await call('get', '/api/my-profile', tenant.admin);
    expect(held.legalHold).toMatchObject({ reason: 'A court asks for it.', setBy: admin.fullName });
    const { setAt } = held.legalHold;
    expect([earliest, setAt, latest].toSorted()).toEqual([earliest, setAt, latest]);
    expect((await call('get', `/api/employees/${personId}/legal-hold`, tenant.hr)).status).toBe(403);
    expect((await post()).status).toBe(409);
    expect((await hold(null)).body).toEqual({ employeeId: personId, legalHold: null });
    expect((await hold({ until: '2020-01-01T00:00:00Z', reason: 'It is over long ago.' })).body.legalHold).toBeNull();
    expect((await call('post', PATH, (await makeTenant()).admin, request)).status).toBe(400);

    const twice = { email: 'twice@example.test' };
    const left = await tenant.within(() => makeEmployee({ ...twice, isDeleted: true }));
    await tenant.within(() => makeEmployee(twice)); // imported again
    const again = { employeeId: left._id, kind: 'Erasure' };
    expect((await call('post', PATH, tenant.admin, again)).status).toBe(409);

    const many = await Promise.all(Array.from({ length: 50 }, post));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(many.filter(({ status }) => status === 409)).toHaveLength(49);
    const id: string = many.find(({ status }) => status === 201)?.body.id;
    await reviewed(tenant, id);

    const { body: preview } = await call('get', `${PATH}/${id}/preview`, tenant.admin);
    expect(preview.deleted).toMatchObject({ Evaluation: 2, User: 1, Gap: 2, DevelopmentPlan: 1 });
    expect(preview.kept).toMatchObject({ Participant: 3 });
    const { body: mentions } = await call('get', `${PATH}/${id}/mentions?pageSize=200`, tenant.admin);
    expect(mentions.totalCount).toBe(preview.mentions);
    const wheres = mentions.items.map(({ where }: { where: string }) => where.replace(/\d+/, 'n'));
    expect(new Set(wheres)).toEqual(
      new Set(['Goal: title', 'Goal: description', 'Participant: answers.n.comment', 'StoredFile: content']),
    );

    const complete = (confirm: string) => call('post', `${PATH}/${id}/complete`, tenant.admin, { confirm });
    expect((await complete(FULL_NAME)).status).toBe(409);
    for (const mention of mentions.items) {
      const decision = mention.where === 'Goal: description' ? 'Keep' : 'Redact';
      expect((await call('put', `${PATH}/${id}/mentions/${mention.id}`, tenant.admin, { decision })).status).toBe(204);
    }
    expect((await complete('Zoraida')).status).toBe(400);
    expect(await placesNaming(EMAIL)).toContain('outbox');
    const restored = await snapshot();
    const { status, body } = await complete(FULL_NAME);
    expect([status, body]).toMatchObject([200, { status: 'Completed', employee: 'Former employee', note: null }]);
    expect(body.counts).toMatchObject({ deleted: { Evaluation: 2 }, kept: { Mention: 1 } });

    expect(await placesNaming(FULL_NAME, EMAIL, CODE, FULL_NAME.toLowerCase())).toEqual([]);
    expect(await otherResults()).toBe(before);
    const goal = await tenant.within(async () => GoalModel.findById(goalId).lean());
    expect(goal).toMatchObject({
      title: 'Replace Former employee ([redacted])',
      description: 'As the Quintanilla-Ferreiro plan says',
    });
    const stub = await tenant.within(async () => EmployeeModel.findOne({ _id: personId, isDeleted: true }).lean());
    expect(Object.fromEntries(Object.entries(stub ?? {}).filter(([, value]) => value !== null))).toEqual({
      ...{ _id: personId, tenantId: tenant.id, revision: expect.any(Number), isDeleted: true },
      ...{ createdAt: expect.any(Date), updatedAt: expect.any(Date), erasedAt: expect.any(Date) },
      ...{ firstName: 'Former', lastName: 'employee', fullName: 'Former employee', searchText: expect.any(String) },
      ...{ email: `${personId}@erased.invalid`, status: 'Terminated' },
    });
    expect((await call('get', '/api/audit-logs/verify', tenant.admin)).body.valid).toBe(true);
    const { body: log } = await call('get', `/api/audit-logs?entityId=${personId}`, tenant.admin);
    expect(JSON.stringify(log.items)).toContain('erased');
    expect((await call('get', '/api/my-profile', ownToken)).status).toBe(401);
    expect((await post()).status).toBe(409);
    expect((await complete(FULL_NAME)).status).toBe(409);

    // A restored backup brings the person back until the ledger is applied again.
    await restore(restored);
    expect((await placesNaming(EMAIL)).sort()).toEqual(['employees', 'evaluations', 'importreportparts', 'users']);
    expect(await reapplyErasures(await readLedger())).toBe(1);
    expect(await placesNaming(FULL_NAME, EMAIL, CODE)).toEqual([]);
    // An export that was made since holds nothing of the person.
    const workbook = { name: 'nine-box.xlsx', contentType: 'text/plain', purpose: FilePurpose.Export, createdBy: null };
    const { _id: exportId } = await tenant.within(() => saveFile(Buffer.from('others'), workbook));
    expect(await reapplyErasures(await readLedger())).toBe(0);
    expect((await tenant.within(() => findFile(exportId))).name).toBe('nine-box.xlsx');
    expect((await call('get', '/api/audit-logs/verify', tenant.admin)).body.valid).toBe(true);
  });

  const RESTORED = [
    'Employee',
    'User',
    'Credential',
    'Session',
    'Participant',
    'Evaluation',
    'Goal',
    'Gap',
    'PersonKey',
    'Notification',
    'ImportReportPart',
  ];
  type Rows = [string, { _id: never; tenantId: string }[]][];
  /** Rows as a backup has them. */
  async function snapshot(): Promise<Rows> {
    const rows: Rows = [];
    for (const name of RESTORED)
      rows.push([name, (await mongoose.model(name).collection.find({ tenantId: tenant.id }).toArray()) as never]);
    return rows;
  }
  async function restore(rows: Rows): Promise<void> {
    for (const [name, documents] of rows) {
      const { collection } = mongoose.model(name);
      await collection.deleteMany({ tenantId: tenant.id });
      if (documents.length > 0) await collection.insertMany(documents);
    }
  }

  test('what someone of the same name is called in their own evaluation is no mention, and stays', async () => {
    const own = await makeTenant();
    const { subjects } = await makeEvaluatedCycle(own, { subjects: [{}, {}] });
    const [leaver, namesake] = subjects.map(({ employee }) => employee._id);
    const name = { firstName: 'Olaya', lastName: 'Urrutikoetxea' };
    for (const id of [leaver, namesake])
      expect((await call('put', `/api/employees/${id}`, own.admin, name)).status).toBe(200);
    await call('put', `/api/employees/${leaver}`, own.admin, { status: EmployeeStatus.Terminated });
    const requestId = await opened(own, leaver ?? '', 'Erasure');
    expect((await call('get', `${PATH}/${requestId}/mentions`, own.admin)).body.items).toEqual([]);
    const confirm = 'Olaya Urrutikoetxea';
    expect((await call('post', `${PATH}/${requestId}/complete`, own.admin, { confirm })).status).toBe(200);
    expect((await call('get', `${PATH}/${requestId}`, own.admin)).body.status).toBe('Completed');
    const { body } = await call('get', `/api/evaluation-results?cycleId=${subjects[0]?.evaluation.cycleId}`, own.hr);
    expect(body.items.map((row: { subject: string }) => row.subject)).toEqual(['Olaya Urrutikoetxea']);
  });

  test('retention: opens erasures for a person to confirm, deletes old answers but no score, and cuts the audit log', async () => {
    const own = await makeTenant();
    const { cycle, subjects } = await makeEvaluatedCycle(own, { cycle: { closedAt: new Date('2020-01-01') } });
    const subjectId = subjects[0]?.employee._id ?? '';
    const gone = await own.within(() =>
      makeEmployee({ status: EmployeeStatus.Terminated, terminationDate: '2020-01-01' }),
    );
    await own.within(() =>
      makeEmployee({ status: EmployeeStatus.Terminated, terminationDate: toInstant(now()).slice(0, 10) }),
    );
    const result = async () =>
      (await call('get', `/api/evaluation-results/${cycle._id}/subjects/${subjectId}?explain=true`, own.hr)).body;
    const { overall, explanation, typeScores } = await result();
    expect(overall).toBe(4);
    const retention = { formerEmployeesMonths: 12, closedCyclesMonths: 24, auditMonths: 6 };
    const previewPath = '/api/tenant-settings/retention-preview';
    const preview = async (query: string) => (await call('get', `${previewPath}${query}`, own.admin)).body;
    expect(await preview('')).toEqual({ formerEmployees: null, closedCycles: null, auditEntries: null });
    expect(await preview('?formerEmployeesMonths=12&closedCyclesMonths=24&auditMonths=6')).toMatchObject({
      formerEmployees: { count: 1, before: expect.any(String) },
      closedCycles: { count: 1 },
      auditEntries: { count: 0 },
    });
    expect((await call('get', `${previewPath}?auditMonths=5`, own.admin)).status).toBe(400);
    expect((await call('put', '/api/tenant-settings', own.admin, { retention: { auditMonths: 5 } })).status).toBe(400);
    expect((await call('put', '/api/tenant-settings', own.admin, { retention })).body.retention).toEqual(retention);
    const { requests } = await applyRetention();
    expect(requests).toBeGreaterThanOrEqual(1);
    await applyRetention();
    const { body } = await call('get', `${PATH}?kind=Erasure`, own.admin);
    expect(body.items.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([gone._id]);
    const after = await result();
    expect([after.overall, after.explanation, after.typeScores]).toEqual([overall, explanation, typeScores]);
    const answered = await own.within(async () => ParticipantModel.countDocuments({ answers: { $ne: [] } }));
    expect(answered).toBe(0);
    expect((await preview('?closedCyclesMonths=24')).closedCycles.count).toBe(0);
    expect((await call('get', '/api/audit-logs/verify', own.admin)).body.valid).toBe(true);
  });

  test('a cycle whose answers retention deleted keeps its figures: whatever would calculate them again is refused', async () => {
    const own = await makeTenant();
    const item = templateItem({ competencyId: await own.within(async () => (await makeCompetency())._id) });
    const { cycle, subjects } = await makeEvaluatedCycle(own, {
      template: await makeTemplate(own, { items: [item] }),
      cycle: { status: CycleStatus.Open },
      subjects: [
        {
          evaluators: [
            { type: EvaluatorType.Self, rating: 5 },
            { type: EvaluatorType.Manager, rating: 3 },
          ],
        },
      ],
    });
    const subjectId = subjects[0]?.employee._id ?? '';
    const cyclePath = `/api/evaluation-cycles/${cycle._id}`;
    const requirement = {
      requirementId: item.competencyId,
      requirement: 'Planning',
      requiredLevel: 5,
      isCritical: true,
    };
    await own.within(() => EvaluationModel.updateMany({}, { $set: { requirements: [requirement] } }));
    expect((await call('post', `${cyclePath}/status/Closed`, own.hr)).status).toBe(200);
    await own.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { closedAt: new Date('2020-01-01') } }));
    const figures = async () => {
      const { body: gaps } = await call('get', `/api/gap-analysis?cycleId=${cycle._id}`, own.hr);
      const path = `/api/evaluation-results/${cycle._id}/subjects/${subjectId}?explain=true`;
      const { overall, explanation } = (await call('get', path, own.hr)).body;
      const { body: list } = await call('get', `/api/evaluation-results?cycleId=${cycle._id}`, own.hr);
      return { gaps: gaps.items, overall, explanation, list: list.items };
    };
    const before = await figures();
    expect([before.overall, before.gaps.length, before.gaps[0]?.currentLevel]).toEqual([expect.any(Number), 1, 3.57]);
    await call('put', '/api/tenant-settings', own.admin, { retention: { closedCyclesMonths: 24 } });
    // While the gaps are calculated their answers stay.
    const setGaps = (state: GapsState) =>
      own.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { 'gaps.state': state } }));
    await setGaps(GapsState.Calculating);
    expect((await applyRetention()).answers).toBe(0);
    await setGaps(GapsState.Calculated);
    expect((await applyRetention()).answers).toBe(2);

    const refused = [
      await call('post', '/api/gap-analysis/run', own.hr, { cycleId: cycle._id }),
      await call('post', `${cyclePath}/status/Open`, own.hr),
      await call('post', `${cyclePath}/status/Draft`, own.hr),
      await call('put', cyclePath, own.hr, { settings: { weights: { Self: 0.5, Manager: 0.2 } } }),
    ];
    for (const { status, body } of refused)
      expect([status, body.errorCode, body.errorMessage]).toEqual([
        409,
        'CONFLICT',
        expect.stringMatching(/^Retention deleted the answers of this cycle on \d{4}-\d\d-\d\d/),
      ]);
    const recalculation = own.within(() => runHandler(recalculateGaps, { cycleId: cycle._id }));
    await expect(recalculation).rejects.toThrow('Retention deleted');
    for (const status of ['Archived', 'Closed'])
      expect((await call('post', `${cyclePath}/status/${status}`, own.hr)).body).toMatchObject({
        status,
        gaps: { state: 'Calculated' },
        answersDeletedAt: expect.any(String),
      });
    expect((await call('put', cyclePath, own.hr, { description: 'Kept for the record' })).status).toBe(200);
    // A run without a cycle takes no level from answers that are gone.
    expect((await call('post', '/api/gap-analysis/run', own.hr, {})).body).toMatchObject({ rows: 0 });
    expect(await figures()).toEqual(before);
    const { body: result } = await call(
      'get',
      `/api/evaluation-results/${cycle._id}/subjects/${subjectId}?explain=true`,
      own.hr,
    );
    expect(JSON.stringify(result.requirements)).not.toContain(String(before.overall));
  });

  test('someone who was deleted and hired again is one person: access and erasure include the older entry', async () => {
    const own = await makeTenant();
    const entries = [
      { firstName: 'Wilhelmina', lastName: 'Quintero', email: 'w.quintero@example.test', employeeCode: 'WQ-1190' },
      { firstName: 'Wilhelmina', lastName: 'Ferrer', email: 'w.quintero@example.test', employeeCode: 'WF-2280' },
    ];
    const ids: string[] = [];
    for (const [at, entry] of entries.entries()) {
      const { status, body } = await call('post', '/api/employees', own.admin, entry);
      expect(status).toBe(201);
      ids.push(body.id);
      const employee = (await own.within(async () => EmployeeModel.findById(body.id).lean())) as never;
      const evaluators = [
        { type: EvaluatorType.Self, comment: `Own words ${at}` },
        { type: EvaluatorType.Manager, comment: `Managed ${at}` },
      ];
      await makeEvaluatedCycle(own, {
        template: await makeTemplate(own, { items: [templateItem()] }),
        cycle: { name: `Cycle ${at}` },
        subjects: [{ employee, evaluators }],
      });
      if (at === 0) expect((await call('delete', `/api/employees/${body.id}`, own.admin)).status).toBe(204);
    }
    const [older = '', newer = ''] = ids;
    const access = await opened(own, newer, 'Access');
    expect((await call('get', `${PATH}/${access}/comments`, own.admin)).body.totalCount).toBe(2);
    expect((await call('post', `${PATH}/${access}/complete`, own.admin, {})).body.status).toBe('Completed');
    const { data } = await zipOf(`${PATH}/${access}/file`, own.admin);
    for (const text of ['Own words 0', 'Own words 1', 'Managed 0', 'Managed 1', 'WQ-1190'])
      expect(JSON.stringify(data)).toContain(text);

    const left = { status: EmployeeStatus.Terminated };
    expect((await call('put', `/api/employees/${newer}`, own.admin, left)).status).toBe(200);
    const ask = (employeeId: string) => call('post', PATH, own.admin, { employeeId, kind: 'Erasure' });
    expect((await ask(older)).body.errorMessage).toContain('which includes this entry');
    const hold = { until: '2099-01-01T00:00:00Z', reason: 'A court asks for it.' };
    await call('put', `/api/employees/${older}/legal-hold`, own.admin, hold);
    expect((await ask(newer)).body.errorMessage).toContain('legal hold');
    await service()
      .call('put', `/api/employees/${older}/legal-hold`, own.admin)
      .set('Content-Type', 'application/json')
      .send('null');
    const erasure = await opened(own, newer, 'Erasure');
    expect((await call('get', `${PATH}/${erasure}/preview`, own.admin)).body.deleted.Evaluation).toBe(2);
    const complete = { confirm: 'Wilhelmina Ferrer' };
    expect((await call('post', `${PATH}/${erasure}/complete`, own.admin, complete)).body.status).toBe('Completed');
    const names = entries.flatMap(({ firstName, lastName, email, employeeCode }) => [
      `${firstName} ${lastName}`,
      email,
      employeeCode,
    ]);
    expect(await placesNaming(...names, ...names.map((name) => name.toLowerCase()))).toEqual([]);
    expect((await ask(older)).status).toBe(409);
    expect(await own.within(async () => (await ErasureModel.find().lean()).map(({ _id }) => _id).sort())).toEqual(
      [...ids].sort(),
    );
  });
});
