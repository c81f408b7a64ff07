import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { TemplateTranslationModel } from '../../../shared/framework/template-translation.model';
import { now } from '../../../shared/kernel/clock';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTemplate } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';

const service = useService();
const SCALE = { min: 1, max: 3, labels: ['Never', 'Sometimes', 'Always'] };
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

/** A template that a generated cycle uses, with two items. */
function frozenTemplate(): Promise<EvaluationTemplate> {
  return tenant.within(() =>
    makeTemplate([{ text: 'Plans well.' }, { text: 'Listens.' }], { name: 'Annual', scale: SCALE, frozenAt: now() }),
  );
}

const pathOf = (id: string, locale = ''): string =>
  `/api/evaluation-templates/${id}/translations${locale === '' ? '' : `/${locale}`}`;
const call = (method: 'get' | 'put' | 'delete', id: string, locale?: string) =>
  service().call(method, pathOf(id, locale), tenant.hr);
const NOTHING = { sections: [], items: [] };

/** The texts of both items and the section in another language; ids of the template. */
function bodyOf({ sections }: EvaluationTemplate, texts: string[], title = 'Trabajo') {
  const [section] = sections;
  return {
    name: 'Anual',
    labels: ['Nunca', '', 'Siempre'],
    sections: [{ id: section?.id, title }],
    items: texts.map((text, at) => ({ id: section?.items[at]?.id, text })),
  };
}

describe('translations of evaluation templates', () => {
  test('a language is written, read, listed and deleted while a cycle uses the template', async () => {
    const template = await frozenTemplate();
    const body = bodyOf(template, [' Planifica bien. ']);
    const saved = await call('put', template._id, 'ES-mx').send(body);
    expect(saved.status).toBe(200);
    const { sections, labels } = body;
    const items = [{ ...body.items[0], text: 'Planifica bien.' }];
    const shown = { locale: 'es-MX', name: 'Anual', description: null, labels, sections, items };
    expect(saved.body).toMatchObject({ ...shown, translated: 5, total: 7, revision: 0 });
    expect((await call('get', template._id, 'es-mx')).body).toEqual(saved.body);

    const partial = await call('put', template._id, 'es-MX').send({ ...NOTHING, labels: ['', ' ', ''] });
    expect(partial.body).toMatchObject({ name: 'Anual', labels: [], sections: [], items: [], translated: 1 });
    await call('put', template._id, 'de').send({ ...NOTHING, description: 'Anual' });
    const { body: list } = await call('get', template._id);
    expect(list.items.map((row: object) => Object.keys(row).sort())[0]).toEqual([
      'createdAt',
      'id',
      'locale',
      'revision',
      'total',
      'translated',
      'updatedAt',
    ]);
    expect(list).toMatchObject({
      totalCount: 2,
      items: [
        { locale: 'de', translated: 0 },
        { locale: 'es-MX', translated: 1 },
      ],
    });
    expect((await service().call('get', `/api/evaluation-templates/${template._id}`, tenant.hr)).body.name).toBe(
      'Annual',
    );

    expect((await call('delete', template._id, 'es-MX')).status).toBe(204);
    for (const method of ['get', 'delete'] as const)
      expect((await call(method, template._id, 'es-MX')).status).toBe(404);
    const entries = await tenant.within(() =>
      AuditLogModel.find({ entityId: template._id }).sort({ sequence: 1 }).lean(),
    );
    expect(entries.map(({ eventType, changes }) => [eventType, changes[0]?.before, changes[0]?.after])).toEqual([
      ['template-translation.created', null, 'es-MX'],
      ['template-translation.updated', 'es-MX', 'es-MX'],
      ['template-translation.created', null, 'de'],
      ['template-translation.deleted', 'es-MX', null],
    ]);
    expect(entries[0]?.changes[1]?.after).toContain(`items.${body.items[0]?.id}`);
    expect(JSON.stringify(entries)).not.toContain('Planifica');
  });

  test('a stale ETag is refused, the same again changes nothing', async () => {
    const template = await frozenTemplate();
    const put = (ifMatch: string) => call('put', template._id, 'es').set('If-Match', ifMatch);
    expect((await put('*').send(NOTHING)).status).toBe(412);
    const first = await call('put', template._id, 'es').send(bodyOf(template, ['Uno']));
    const second = await put(first.headers.etag ?? '').send(bodyOf(template, ['Dos']));
    expect([second.status, second.body.revision]).toEqual([200, 1]);
    expect((await put(first.headers.etag ?? '').send(bodyOf(template, ['Tres']))).status).toBe(412);
    const same = await put(second.headers.etag ?? '').send(bodyOf(template, ['Dos']));
    expect([same.status, same.body.revision, same.headers.etag]).toEqual([200, 1, second.headers.etag]);
  });

  test.each<[string, string, object, string]>([
    ['no language tag', 'en_US', NOTHING, 'locale'],
    ['a tag that is too long', `en-x-${'abcdefgh-'.repeat(4)}a`, NOTHING, 'locale'],
    ['no sections', 'es', { items: [] }, 'sections'],
    ['no items', 'es', { sections: [] }, 'items'],
    ['a blank title', 'es', { ...NOTHING, sections: [{ id: 'a', title: ' ' }] }, 'sections[0].title'],
    ['a label too few', 'es', { ...NOTHING, labels: ['Nunca'] }, 'labels'],
    ['a long name', 'es', { ...NOTHING, name: 'x'.repeat(201) }, 'name'],
  ])('400 VALIDATION: %s', async (_case, locale, body, field) => {
    const answer = await call('put', (await frozenTemplate())._id, locale).send(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test('ids that the template does not have are refused at their place', async () => {
    const template = await frozenTemplate();
    const body = bodyOf(template, ['Planifica', 'Escucha']);
    const other = bodyOf(await frozenTemplate(), ['Otro']);
    const answer = await call('put', template._id, 'es').send({
      ...body,
      sections: [...body.sections, ...other.sections],
      items: [body.items[0], ...other.items, body.items[0]],
    });
    const fields = answer.body.validationErrors.map(
      ({ field, message }: Record<string, string>) => `${field} ${message}`,
    );
    expect(fields).toEqual([
      'sections[1].id does not exist in the template',
      'items[1].id does not exist in the template',
      'items[2].id must not be repeated',
    ]);
  });

  test('a clone takes the translations along, deleting it deletes its own', async () => {
    const template = await frozenTemplate();
    await call('put', template._id, 'es').send(bodyOf(template, ['Planifica']));
    await call('put', template._id, 'de').send(bodyOf(template, ['Plant']));
    const clone = await service().call('post', `/api/evaluation-templates/${template._id}/clone`, tenant.hr).send({});
    const copy = (await call('get', clone.body.id, 'es')).body;
    const { id, createdAt, updatedAt, ...texts } = (await call('get', template._id, 'es')).body;
    expect(copy).toMatchObject(texts);
    expect([copy.id, createdAt, updatedAt]).not.toContain(id);
    expect((await call('get', clone.body.id)).body.totalCount).toBe(2);

    await call('delete', clone.body.id, 'de');
    const removed = await service().call('delete', `/api/evaluation-templates/${clone.body.id}`, tenant.hr);
    expect(removed.status).toBe(204);
    expect((await call('get', clone.body.id, 'es')).status).toBe(404);
    expect((await call('put', clone.body.id, 'es').send(NOTHING)).status).toBe(404);
    const left = await tenant.within(() => TemplateTranslationModel.find().lean());
    expect(left.filter(({ templateId }) => templateId === clone.body.id)).toEqual([]);
    expect((await call('get', template._id)).body.totalCount).toBe(2);
  });

  test('a text of an item that was removed is not shown', async () => {
    const template = await frozenTemplate();
    await tenant.within(() => EvaluationTemplateModel.updateOne({ _id: template._id }, { $set: { frozenAt: null } }));
    await call('put', template._id, 'es').send(bodyOf(template, ['Planifica', 'Escucha']));
    const [section] = template.sections;
    const sections = [{ ...section, items: section?.items.slice(1) }];
    const scale = { min: 1, max: 2, labels: ['No', 'Yes'] };
    const changed = await service()
      .call('put', `/api/evaluation-templates/${template._id}`, tenant.hr)
      .send({ sections, scale });
    expect(changed.status).toBe(200);
    const { body } = await call('get', template._id, 'es');
    expect(body).toMatchObject({ labels: [], items: [{ text: 'Escucha' }], translated: 3, total: 5 });
  });
});

describe('what readers get', () => {
  test('form, results and report: the exact tag, then its base language, then the template; one query', async () => {
    const template = await frozenTemplate();
    const [first, second] = template.sections[0]?.items ?? [];
    await call('put', template._id, 'es').send(bodyOf(template, ['Planifica bien.', 'Escucha.']));
    await call('put', template._id, 'es-MX').send({ ...NOTHING, items: [{ id: second?.id, text: 'Oye.' }] });
    await call('put', template._id, 'fr').send({ ...NOTHING, items: [{ id: first?.id, text: 'Organise.' }] });

    const open = await makeEvaluatedCycle(tenant, {
      template,
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }] }],
    });
    const closed = await makeEvaluatedCycle(tenant, {
      template,
      cycle: { resultsPublishedAt: now() },
      subjects: [
        {
          evaluators: [
            { type: EvaluatorType.Self, rating: 2 },
            { type: EvaluatorType.Manager, rating: 2 },
          ],
        },
      ],
    });
    const form = `/api/my-evaluations/${open.subjects[0]?.participants[0]?._id}`;
    const subjectId = closed.subjects[0]?.employee._id ?? '';
    const results = `/api/evaluation-results/${closed.cycle._id}/subjects/${subjectId}`;
    const evaluator = await tenant.signedIn({ employeeId: open.subjects[0]?.employee._id ?? '' });
    const subject = await tenant.signedIn({ employeeId: subjectId });

    const textsOf = ({
      scale,
      sections,
    }: {
      scale: { labels: string[] };
      sections: { title: string; items: { text: string }[] }[];
    }) =>
      [...scale.labels, ...sections.flatMap(({ title, items }) => [title, ...items.map(({ text }) => text)])].join('|');
    const shown = async (locale: string | null): Promise<string[]> => {
      for (const token of [evaluator, subject])
        expect((await service().call('put', '/api/my-profile', token).send({ locale })).status).toBe(200);
      const asked = (await service().call('get', form, evaluator)).body.template;
      return [asked.name, textsOf(asked), textsOf((await service().call('get', results, subject)).body)];
    };
    const own = 'Never|Sometimes|Always|Section|Plans well.|Listens.';
    const spanish = 'Nunca|Sometimes|Siempre|Trabajo|Planifica bien.|Escucha.';
    const regional = spanish.replace('Escucha.', 'Oye.');
    expect(await shown(null)).toEqual(['Annual', own, own]);
    expect(await shown('de-CH')).toEqual(['Annual', own, own]);
    expect(await shown('es')).toEqual(['Anual', spanish, spanish]);
    expect(await shown('es-AR')).toEqual(['Anual', spanish, spanish]);
    expect(await shown('es-mx')).toEqual(['Anual', regional, regional]);

    const commands = await commandsOf(async () => service().call('get', results, subject));
    expect(commands.filter((command) => command.includes('translations'))).toEqual(['find templatetranslations']);

    const pdf = await service()
      .call('post', '/api/evaluation-results/export-pdf', subject)
      .send({ cycleId: closed.cycle._id, subjectId })
      .buffer(true)
      .parse(readBytes);
    const report = pdfText(pdf.body);
    for (const text of ['Planifica bien.', 'Oye.', 'Trabajo', 'Nunca', 'Siempre']) expect(report).toContain(text);
    for (const text of ['Plans well.', 'Listens.', 'Never']) expect(report).not.toContain(text);
  });
});
