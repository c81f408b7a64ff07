import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { enqueue } from '../../../shared/jobs/enqueue';
import { newId } from '../../../shared/kernel/ids';
import { makeCalibration } from '../../factories/calibration';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';
import { readWorkbook } from '../../worker/render/workbook.probe';

const service = useService();
const { Self, Manager } = EvaluatorType;

describe('effective = calibrated ?? overall, everywhere at once', () => {
  test('list, detail, calibration, nine-box, both workbooks and the report show the same figures', async () => {
    const tenant = await makeTenant();
    const requirementId = newId();
    const template = await makeTemplate(tenant, {
      items: [templateItem({ competencyId: requirementId }), templateItem({ measuresPotential: true })],
    });
    const requirements = [{ requirementId, requirement: 'Listening', requiredLevel: 5, isCritical: false }];
    const evaluators = [
      { type: Self, rating: 3 },
      { type: Manager, rating: 4, potential: 2 },
    ];
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { name: 'Anual', settings: { useCalibration: true } },
      template,
      subjects: [
        { employee: await makeEmployee(tenant, { firstName: 'Ana', lastName: 'Prueba' }), requirements, evaluators },
        { employee: await makeEmployee(tenant, { firstName: 'Berta', lastName: 'Prueba' }), requirements, evaluators },
      ],
    });
    const [ana, berta] = made.subjects.map(({ employee }) => employee._id) as [string, string];
    const cycleId = made.cycle._id;
    const session = await tenant.within(async () => {
      await endOf(await enqueue('insight.recalculate-gaps', { cycleId }));
      return makeCalibration(cycleId, [{ subjectId: ana, calibrated: 2.35, potential: 4.25 }]);
    });
    const get = async (path: string) => (await service().call('get', path, tenant.hr).expect(200)).body;
    const file = async (path: string, body: object): Promise<Buffer> =>
      (await service().call('post', path, tenant.hr).send(body).buffer(true).parse(readBytes).expect(200)).body;

    const figuresOf = async (subjectId: string, name: string) => {
      const list = await get(`/api/evaluation-results?cycleId=${cycleId}`);
      const row = list.items.find((item: { subjectId: string }) => item.subjectId === subjectId);
      const detail = await get(`/api/evaluation-results/${cycleId}/subjects/${subjectId}?explain=true`);
      const entries = await get(`/api/calibration/${session._id}/entries`);
      const entry = entries.items.find((item: { subjectId: string }) => item.subjectId === subjectId);
      const { boxes } = await get(`/api/nine-box?cycleId=${cycleId}`);
      const box = boxes.find(({ employees }: { employees: { id: string }[] }) =>
        employees.some(({ id }) => id === subjectId),
      );
      const placed = box.employees.find(({ id }: { id: string }) => id === subjectId);
      const workbook = await readWorkbook(await file('/api/nine-box/export-excel', { cycleId }));
      const inSheet: unknown[][] = [];
      workbook.getWorksheet('Employees')!.eachRow((cells) => {
        const values = (cells.values as unknown[]).slice(1);
        if (values[0] === name) inSheet.push(values);
      });
      const report = pdfText(await file('/api/evaluation-results/export-pdf', { cycleId, subjectId }));
      expect([detail.overall, detail.calibrated, detail.effective]).toEqual([
        row.overall,
        row.calibrated,
        row.effective,
      ]);
      expect([entry.overall, entry.calibrated, entry.effective]).toEqual([row.overall, row.calibrated, row.effective]);
      expect(detail.explanation.overall).toBeCloseTo(row.overall, 2);
      expect(placed.performanceScore).toBe(row.effective);
      expect([inSheet[0]![1], inSheet[0]![2], inSheet[0]![4]]).toEqual([row.effective, placed.potentialScore, box.box]);
      for (const figure of [row.overall, row.effective]) expect(report).toContain(figure.toFixed(2));
      expect(detail.complete).toBe(row.complete);
      expect(/partial/i.test(report)).toBe(!row.complete);
      return [row.overall, row.calibrated, row.effective, row.complete, placed.potentialScore, box.box];
    };

    // (3 x 0.2 + 4 x 0.5) / 0.7 = 3.714
    expect(await figuresOf(ana, 'Ana Prueba')).toEqual([3.71, null, 3.71, false, 2, 1]);
    await service().call('post', `/api/calibration/${session._id}/apply`, tenant.hr).expect(200);
    expect(await figuresOf(ana, 'Ana Prueba')).toEqual([3.71, 2.35, 2.35, true, 4.25, 6]);
    expect(await figuresOf(berta, 'Berta Prueba')).toEqual([3.71, null, 3.71, true, 2, 1]);
  });
});
