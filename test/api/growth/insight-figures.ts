import type { CycleCompletion, CycleView } from '../../../api/evaluation/cycles/evaluation-cycles.dto';
import type { ManagerDashboard } from '../../../api/growth/dashboards/manager-dashboard.dto';
import type { MyDashboard } from '../../../api/growth/dashboards/my-dashboard.dto';
import type { OrganizationalDashboard } from '../../../api/growth/dashboards/organizational-dashboard.dto';
import type { CalibrationPreviewView } from '../../../api/insight/calibration/calibration-preview.dto';
import type { CalibrationView } from '../../../api/insight/calibration/calibration.dto';
import type { ResultRow, SubjectResultView } from '../../../api/insight/evaluation-results.dto';
import type { GapView } from '../../../api/insight/gap-analysis.dto';
import type { HeatmapView } from '../../../api/insight/gap-heatmap.dto';
import type { NineBoxMapView } from '../../../api/insight/nine-box/nine-box.dto';
import type { CycleV1 } from '../../../api/public-v1/cycles.dto';
import type { GapRowV1 } from '../../../api/public-v1/datasets/dataset-gaps.dto';
import type { NineBoxRowV1 } from '../../../api/public-v1/datasets/dataset-nine-box.dto';
import type { ScoreRowV1 } from '../../../api/public-v1/datasets/dataset-scores.dto';
import { leadOf, reportsOf } from '../../../dev/demo/posts';
import { CalibrationStatus } from '../../../shared/insight/calibration/calibration-status';
import { PotentialSource } from '../../../shared/insight/nine-box.rules';
import { type DemoOrganization } from '../../support/demo-organization';
import { byId, count, mean } from '../../support/figures';
import { pdfText } from '../../worker/render/pdf.probe';

/** Registers the tests of what follows from scores. */
export function insightFigures(demo: () => DemoOrganization): void {
  const list = <T>(path: string): Promise<T[]> => demo().list<T>(path);
  const get = <T>(path: string): Promise<T> => demo().hr.get<T>(path);
  const results = () => list<ResultRow>(`/api/evaluation-results?cycleId=${demo().closedCycleId}`);
  const organizational = () => get<OrganizationalDashboard>('/api/dashboards/organizational');
  const nineBox = () => get<NineBoxMapView>(`/api/nine-box?cycleId=${demo().closedCycleId}`);
  const gaps = () => list<GapView>(`/api/gap-analysis?cycleId=${demo().closedCycleId}`);
  const detailOf = (id: string, reader = demo().hr) =>
    reader.get<SubjectResultView>(`/api/evaluation-results/${demo().closedCycleId}/subjects/${id}?explain=true`);
  const scoresOf = ({
    overall,
    calibrated,
    effective,
    submitted,
    totalParticipants,
    acknowledged,
  }: ScoreRowV1 | ResultRow | SubjectResultView) => ({
    overall,
    calibrated,
    effective,
    submitted,
    totalParticipants,
    acknowledged,
  });

  test('scores: list, detail, explanation, v1, PDF, distribution, manager and own dashboard', async () => {
    const rows = await results();
    const dataset = byId(
      await demo().v1<ScoreRowV1[]>(`datasets/scores?cycleId=${demo().closedCycleId}`),
      (row) => row.employeeId,
    );
    expect(rows).toHaveLength(40);
    expect(dataset.size).toBe(40);
    expect(count(rows, ({ calibrated }) => calibrated !== null)).toBe(6);
    expect(count(rows, ({ acknowledged }) => acknowledged > 0)).toBeGreaterThan(5);
    for (const row of rows) {
      const detail = await detailOf(row.subjectId);
      expect(row.effective).toBe(row.calibrated ?? row.overall);
      expect(scoresOf(detail)).toEqual(scoresOf(row));
      expect(scoresOf(dataset.get(row.subjectId)!)).toEqual(scoresOf(row));
      expect(detail.complete).toBe(row.complete);
      expect(detail.explanation!.overall!).toBeCloseTo(
        detail.explanation!.types.reduce((sum, line) => sum + line.contribution, 0),
        10,
      );
      expect(Math.abs(detail.explanation!.overall! - row.overall!)).toBeLessThan(0.00500001);
      expect(row.submitted).toBe(detail.typeScores.reduce((sum, score) => sum + score.submitted, 0));
    }
    const printed = [
      rows.find(({ calibrated }) => calibrated !== null)!,
      rows.find(({ calibrated }) => calibrated === null)!,
    ];
    for (const { subjectId, overall, effective } of printed) {
      const report = pdfText(
        await demo().hr.download('/api/evaluation-results/export-pdf', { cycleId: demo().closedCycleId, subjectId }),
      );
      expect(report).toMatch(new RegExp(`\\b${effective!.toFixed(2)}\\b`));
      expect(report).toContain(overall!.toFixed(2));
    }
    const { scores } = await organizational();
    for (const { from, to, count: inBin } of scores!.bins)
      expect(inBin).toBe(count(rows, ({ effective }) => effective !== null && effective >= from && effective <= to));
    expect(scores!.withoutScore).toBe(count(rows, ({ effective }) => effective === null));

    const lead = leadOf(demo().people, 'ENG');
    const leadClient = await demo().signedIn(lead.id);
    const { reports } = await leadClient.get<ManagerDashboard>('/api/dashboards/manager');
    expect(reports.map(({ id }) => id).sort()).toEqual(
      reportsOf(demo().people, lead)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { id, result } of reports) expect(result!.effective).toBe((await detailOf(id, leadClient)).effective);
    const { subjectId } = rows.find((row) => row.complete && row.jobProfile === 'Software and Systems Engineer')!;
    const reader = await demo().signedIn(subjectId);
    const { results: own } = await reader.get<MyDashboard>('/api/my-dashboard');
    expect(own!.result.effective).toBe((await detailOf(subjectId, reader)).effective);
  });

  test('gaps: list, detail, heatmap, its workbook, v1, both dashboards', async () => {
    const { closedCycleId: cycleId } = demo();
    const rows = await gaps();
    const heatmap = await get<HeatmapView>(`/api/gap-heatmap?cycleId=${cycleId}`);
    const dataset = await demo().v1<GapRowV1[]>(`datasets/gaps?cycleId=${cycleId}`);
    const figures = ({
      employeeId,
      requirement,
      requiredLevel,
      currentLevel,
      gapLevel,
      priority,
      isCritical,
    }: GapView | GapRowV1) =>
      [employeeId, requirement, requiredLevel, currentLevel, gapLevel, priority, isCritical].join('|');
    expect(rows.length).toBeGreaterThan(200);
    expect(dataset.map(figures).sort()).toEqual(rows.map(figures).sort());
    for (const { subjectId } of await results()) {
      const { requirements } = await detailOf(subjectId);
      const shown = requirements.flatMap((requirement) =>
        requirement.gapLevel === null
          ? []
          : [
              `${requirement.requirementId} ${requirement.currentLevel} ${requirement.gapLevel} ${requirement.priority}`,
            ],
      );
      const stored = rows.filter(({ employeeId }) => employeeId === subjectId);
      expect(shown.sort()).toEqual(
        stored.map((gap) => `${gap.requirementId} ${gap.currentLevel} ${gap.gapLevel} ${gap.priority}`).sort(),
      );
    }

    const sheet = await demo().sheet('/api/gap-heatmap/export-excel', { cycleId }, 'Heatmap');
    const ratedRows = heatmap.rows.filter(({ averageGap }) => averageGap !== null);
    expect(ratedRows.length).toBe(new Set(rows.map(({ requirementId }) => requirementId)).size);
    for (const row of ratedRows) {
      const ofRow = rows.filter(({ requirementId }) => requirementId === row.requirementId);
      const affected = count(ofRow, ({ gapLevel }) => gapLevel > 0);
      expect(row.affected).toBe(affected);
      expect(row.averageGap).toBeCloseTo(mean(ofRow.map(({ gapLevel }) => gapLevel)), 1);
      expect(row.percent).toBeCloseTo((100 * affected) / ofRow.length, 1);
      const levels = byId(ofRow, ({ employeeId }) => employeeId);
      expect(row.cells).toEqual(heatmap.subjects.map(({ id }) => levels.get(id)?.gapLevel ?? null));
      const [, averageGap, inSheet, share, ...cells] = sheet.find(([name]) => name === row.requirement)!;
      expect([averageGap, inSheet, 100 * (share as number)]).toEqual([
        row.averageGap,
        row.affected,
        expect.closeTo(row.percent ?? 0, 5),
      ]);
      expect(row.cells.map((_, at) => cells[at] ?? null)).toEqual(row.cells);
    }
    const worst = heatmap.rows.toSorted((a, b) => b.burden - a.burden).slice(0, 5);
    const { topGaps } = await organizational();
    expect(topGaps).toEqual(worst.map(({ cells: _cells, ...row }) => row));
    const lead = leadOf(demo().people, 'ENG');
    const leadClient = await demo().signedIn(lead.id);
    const { reports } = await leadClient.get<ManagerDashboard>('/api/dashboards/manager');
    expect(reports.flatMap(({ result }) => result!.gaps).length).toBeGreaterThan(5);
    for (const { id, result } of reports) {
      const { requirements } = await detailOf(id, leadClient);
      for (const gap of result!.gaps) expect(requirements).toContainEqual(expect.objectContaining(gap));
    }
  });

  test('nine-box: data, workbook, v1, dashboard; performance is the effective score', async () => {
    const { closedCycleId: cycleId } = demo();
    const { boxes, unplaced } = await nineBox();
    const placed = boxes.flatMap(({ box, label, employees }) =>
      employees.map((employee) => ({ box, label, ...employee })),
    );
    const effective = byId(await results(), ({ subjectId }) => subjectId);
    const dataset = byId(
      await demo().v1<NineBoxRowV1[]>(`datasets/nine-box?cycleId=${cycleId}`),
      (row) => row.employeeId,
    );
    const inList = byId(await demo().sheet('/api/nine-box/export-excel', { cycleId }, 'Employees'), ([name]) =>
      String(name),
    );
    expect(placed.length + unplaced.length).toBe(40);
    expect(dataset.size).toBe(placed.length);
    for (const { id, name, box, label, performanceScore, potentialScore, performanceLevel, potentialLevel } of placed) {
      expect(performanceScore).toBe(effective.get(id)!.effective);
      expect(dataset.get(id)).toMatchObject({
        employee: name,
        box,
        boxLabel: label,
        performanceScore,
        potentialScore,
        performanceLevel,
        potentialLevel,
      });
      expect(inList.get(name)!.slice(1, 6)).toEqual([performanceScore, potentialScore, potentialLevel, box, label]);
    }
    const counts = boxes.map(({ box, label, count: people }) => ({ box, label, count: people }));
    expect((await organizational()).nineBox).toEqual({ boxes: counts, unplaced: unplaced.length });
    const headings = (await demo().sheet('/api/nine-box/export-excel', { cycleId }, 'Nine-Box')).flat();
    for (const { label, count: people } of counts) expect(headings[headings.indexOf(label) + 2]).toBe(people);
    const sources = new Set(placed.map(({ potentialSource }) => potentialSource));
    expect([...sources].sort()).toEqual(Object.values(PotentialSource).sort());
  });

  test('calibration: an open session shows moves, from the scores that count until it is applied', async () => {
    const sessions = await list<CalibrationView>('/api/calibration');
    expect(sessions.map(({ status, entryCount }) => [status, entryCount]).sort()).toEqual([
      ['Applied', 6],
      ['InProgress', 4],
    ]);
    const open = sessions.find(({ status }) => status === CalibrationStatus.InProgress)!;
    const { places, moves } = await get<CalibrationPreviewView>(`/api/calibration/${open.id}/preview`);
    expect(moves.length).toBeGreaterThan(1);
    const effective = byId(await results(), ({ subjectId }) => subjectId);
    for (const { subjectId, before } of places) expect(before.effective).toBe(effective.get(subjectId)!.effective);
  });

  test('completion: cycle, list, completion, results, v1, dashboard, of both cycles', async () => {
    const cycles = byId(await list<CycleView>('/api/evaluation-cycles'), ({ id }) => id);
    const dataset = byId(await demo().v1<CycleV1[]>('cycles'), ({ id }) => id);
    for (const cycleId of [demo().closedCycleId, demo().openCycleId]) {
      const { counts } = await get<CycleView>(`/api/evaluation-cycles/${cycleId}`);
      const completion = await get<CycleCompletion>(`/api/evaluation-cycles/${cycleId}/completion`);
      const rows = await list<ResultRow>(`/api/evaluation-results?cycleId=${cycleId}`);
      const { participation } = await get<OrganizationalDashboard>(`/api/dashboards/organizational?cycleId=${cycleId}`);
      expect(counts.submitted).toBeGreaterThan(50);
      expect(cycles.get(cycleId)!.counts).toEqual(counts);
      expect(dataset.get(cycleId)).toMatchObject(counts);
      expect(completion).toMatchObject({
        subjects: counts.subjects,
        total: counts.participants,
        submitted: counts.submitted,
      });
      expect(participation).toMatchObject(counts);
      const types = ({ evaluatorType, total, submitted }: CycleCompletion['byEvaluatorType'][number]) =>
        `${evaluatorType} ${submitted}/${total}`;
      expect(participation!.byEvaluatorType.map(types).sort()).toEqual(completion.byEvaluatorType.map(types).sort());
      expect(rows).toHaveLength(counts.subjects);
      expect(rows.reduce((sum, row) => sum + row.submitted, 0)).toBe(counts.submitted);
      expect(rows.reduce((sum, row) => sum + row.totalParticipants, 0)).toBe(counts.participants);
      expect(count(rows, ({ complete }) => complete)).toBe(completion.completeSubjects);
    }
  });
}
