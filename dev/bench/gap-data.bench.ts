import mongoose from 'mongoose';
import { getHeatmap } from '../../api/insight/gap-heatmap.queries';
import { bulkInsert } from '../../shared/db/bulk';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { CareerPathModel } from '../../shared/framework/career-path.model';
import { type GapAnalysis, GapAnalysisModel } from '../../shared/insight/gaps/gap-analysis.model';
import { GapModel, type GapRow } from '../../shared/insight/gaps/gap.model';
import { nextStepReadiness } from '../../shared/insight/readiness.store';
import { now } from '../../shared/kernel/clock';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { runJob } from '../../test/support/run-handler';
import { type BenchFramework, makeAnswers, makeCycle, makeFramework } from './cycle';
import type { Comparison } from './measure';
import { makeEmployees, makeTenant, rawTwin, within } from './tenant';

const REQUIREMENTS = 12;

interface ClosedCycle {
  tenantId: string;
  cycleId: string;
  framework: BenchFramework;
  employeeIds: string[];
}

/** A closed cycle with `count` employees who were rated by themselves and by their manager. */
export async function makeClosedCycle(count: number): Promise<ClosedCycle> {
  const tenantId = await makeTenant();
  return within(tenantId, async () => {
    const framework = await makeFramework(REQUIREMENTS);
    const employeeIds = (await makeEmployees(count, framework.jobProfileId)).map(({ _id }) => _id);
    const cycleId = await makeCycle(framework.templateId, CycleStatus.Closed);
    await CycleModel.updateOne({ _id: cycleId }, { $set: { closedAt: now() } });
    await makeAnswers(cycleId, employeeIds, framework);
    return { tenantId, cycleId, framework, employeeIds };
  });
}

/** The heatmap as JSON for `count` subjects x 12 requirements against raw reads of the gap rows and of the names. */
export async function heatmapDataComparison(count: number): Promise<Comparison> {
  const { tenantId, cycleId } = await makeClosedCycle(count);
  await within(tenantId, () => runJob('insight.recalculate-gaps', { cycleId }));
  return {
    work: `heatmap data of ${count.toLocaleString('en')} x ${REQUIREMENTS}`,
    against: 'raw cursors over the gap rows and the names of the subjects',
    atMost: 1.5,
    ours: () =>
      within(tenantId, async () => {
        const { subjects, rows } = await getHeatmap(cycleId, {});
        if (subjects.length !== count || rows.length !== REQUIREMENTS) throw new Error(`${subjects.length} subjects`);
      }),
    raw: async () => {
      await rawRead(GapModel.collection.name, { tenantId, cycleId }, { employeeId: 1, requirementId: 1, gapLevel: 1 });
      await rawRead(EmployeeModel.collection.name, { tenantId }, { fullName: 1 });
    },
  };
}

/** The gap analysis without a cycle of `count` employees x 12 against a raw read of the answers and a raw write of the rows. */
export async function analysisComparison(count: number): Promise<Comparison> {
  const { tenantId, cycleId } = await makeClosedCycle(count);
  const twin = await rawTwin(GapModel);
  let documents: object[] = [];
  return {
    work: `gaps without a cycle of ${count.toLocaleString('en')} x ${REQUIREMENTS}`,
    against: 'raw read of the answers + insertMany of the rows',
    atMost: 2,
    ours: () => within(tenantId, () => runJob('insight.analyse-gaps', { departmentId: null, employeeIds: null })),
    prepareRaw: async () => {
      const rows = await within(tenantId, async () => {
        const analysis = await GapAnalysisModel.findOne().lean<GapAnalysis>();
        return GapModel.find({ runId: analysis?.runId }).lean<GapRow[]>(); // runs that were replaced stay for an hour
      });
      if (rows.length !== count * REQUIREMENTS) throw new Error(`${rows.length} rows`);
      documents = twin.copies(rows);
    },
    raw: async () => {
      await readAnswers(tenantId, cycleId);
      await twin.insert(documents);
    },
  };
}

/** Readiness of `count` employees for the next step of their path against raw reads of what it follows from. */
export async function readinessComparison(count: number): Promise<Comparison> {
  const { tenantId, cycleId, framework, employeeIds } = await makeClosedCycle(count);
  await within(tenantId, async () => {
    const steps = [{ order: 1, jobProfileId: framework.jobProfileId, minMonths: null }];
    const path = await CareerPathModel.create({ name: 'Path', steps });
    const assignedAt = now();
    await bulkInsert(
      CareerAssignmentModel,
      employeeIds.map((employeeId) => ({ employeeId, careerPathId: path._id, assignedAt })),
    );
    await EmployeeModel.updateMany({}, { $set: { jobProfileId: null } }); // the first step is the next one
  });
  return {
    work: `career readiness of ${count.toLocaleString('en')} employees`,
    against: 'raw cursors over their answers, evaluations, profiles and assignments',
    atMost: 2,
    ours: () =>
      within(tenantId, async () => {
        const { size } = await nextStepReadiness(employeeIds);
        if (size !== count) throw new Error(`${size} employees`);
      }),
    raw: async () => {
      await readAnswers(tenantId, cycleId);
      await rawRead(EvaluationModel.collection.name, { tenantId, cycleId }, { subjectId: 1, cycleId: 1 });
      await rawRead(EmployeeModel.collection.name, { tenantId }, { jobProfileId: 1 });
      await rawRead(CareerAssignmentModel.collection.name, { tenantId }, { employeeId: 1, careerPathId: 1 });
    },
  };
}

function readAnswers(tenantId: string, cycleId: string): Promise<void> {
  return rawRead(
    ParticipantModel.collection.name,
    { tenantId, cycleId },
    { answers: 1, subjectId: 1, evaluatorType: 1 },
  );
}

async function rawRead(collection: string, filter: object, projection: object): Promise<void> {
  const rows = mongoose.connection.db?.collection(collection).find(filter, { projection });
  let read = 0;
  for await (const _row of rows ?? []) read++;
  if (read === 0) throw new Error('nothing was read');
}
