import mongoose from 'mongoose';
import { applyCalibration } from '../../api/insight/calibration/calibration-apply.service';
import { bulkInsert } from '../../shared/db/bulk';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { CalibrationEntryModel } from '../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus } from '../../shared/insight/calibration/calibration-status';
import { CalibrationModel } from '../../shared/insight/calibration/calibration.model';
import { claimsOf } from '../../shared/insight/calibration/calibration.rules';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { DEFAULT_THRESHOLDS } from '../../shared/insight/nine-box.rules';
import { readNineBox } from '../../shared/insight/nine-box.store';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { runJob } from '../../test/support/run-handler';
import { makeAnswers, makeCycle, makeFramework } from './cycle';
import type { Comparison } from './measure';
import { makeEmployees, makeTenant, within } from './tenant';

const REQUIREMENTS = 12;

/** Scores of 1.00 to 5.00: few subjects share one, as after a real calibration. */
const scoreAt = (at: number): number => 1 + (at % 401) / 100;

/** Applying a session with an entry for each of `count` subjects, against bulkWrite of one update per subject. */
export async function calibrationComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const { cycleId, subjects } = await within(tenantId, async () => {
    const framework = await makeFramework(REQUIREMENTS);
    const ids = Array.from({ length: count }, newId);
    const cycle = await makeCycle(framework.templateId, CycleStatus.Closed);
    await makeAnswers(cycle, ids, framework);
    return { cycleId: cycle, subjects: ids };
  });
  const actor = {
    userId: newId(),
    email: 'hr@bench.example',
    roles: [Role.HRManager],
    sessionId: newId(),
    employeeId: null,
  };
  let sessionId = '';
  return {
    work: `apply a calibration of ${count.toLocaleString('en')} entries`,
    against: 'bulkWrite of the same scores',
    atMost: 2,
    prepareOurs: async () => {
      sessionId = await within(tenantId, () => makeSession(cycleId, subjects));
    },
    ours: () =>
      runInContext({ requestId: newId(), tenantId, actor }, async () => {
        await applyCalibration(sessionId);
      }),
    raw: async () => {
      const at = new Date();
      const operations = subjects.map((subjectId, index) => ({
        updateOne: {
          filter: { tenantId, cycleId, subjectId },
          update: { $set: { calibrated: scoreAt(index), calibratedAt: at, updatedAt: at } },
        },
      }));
      await mongoose.connection.db?.collection(EvaluationModel.collection.name).bulkWrite(operations);
    },
  };
}

async function makeSession(cycleId: string, subjects: readonly string[]): Promise<string> {
  await CalibrationModel.updateMany({ cycleId }, { $set: { claims: [] } });
  const session = await CalibrationModel.create({
    cycleId,
    name: 'Bench',
    status: CalibrationStatus.InProgress,
    departmentIds: [],
    claims: claimsOf([]),
  });
  const entry = { sessionId: session._id, overall: 3, potential: null, reason: 'Because it is a bench.', by: newId() };
  await bulkInsert(
    CalibrationEntryModel,
    subjects.map((subjectId, at) => ({ ...entry, subjectId, calibrated: scoreAt(at), at: new Date(0) })),
  );
  return session._id;
}

/** The nine-box of `count` subjects against raw cursors over the same rows and a raw count of met requirements. */
export async function nineBoxComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const cycle = await within(tenantId, async () => {
    const framework = await makeFramework(REQUIREMENTS);
    const employees = await makeEmployees(count, framework.jobProfileId);
    const id = await makeCycle(framework.templateId, CycleStatus.Closed);
    const ids = employees.map(({ _id }) => _id);
    await makeAnswers(id, ids, framework);
    await runJob('insight.recalculate-gaps', { cycleId: id });
    const row = await CycleModel.findById(id).lean<Cycle>();
    if (!row) throw new Error('no cycle');
    return row;
  });
  const collection = (name: string) => {
    const { db } = mongoose.connection;
    if (!db) throw new Error('not connected');
    return db.collection(name);
  };
  const ofCycle = { tenantId, cycleId: cycle._id };
  return {
    work: `nine-box of ${count.toLocaleString('en')} subjects x ${REQUIREMENTS} gaps`,
    against: 'raw cursors and aggregation',
    atMost: 1.5,
    ours: () =>
      within(tenantId, async () => {
        const { placed } = await readNineBox(cycle, DEFAULT_THRESHOLDS);
        if (placed.length !== count) throw new Error(`${placed.length} subjects`);
      }),
    raw: async () => {
      const evaluations = collection(EvaluationModel.collection.name).find(ofCycle, {
        projection: { requirements: 0 },
      });
      const employees = collection(EmployeeModel.collection.name)
        .find({ tenantId, isDeleted: false }, { projection: { fullName: 1, email: 1, employeeCode: 1, managerId: 1 } })
        .sort({ searchText: 1 });
      const fields = { subjectId: 1, evaluatorType: 1, status: 1, score: 1, potential: 1 };
      const participants = collection(ParticipantModel.collection.name).find(ofCycle, { projection: fields });
      const gaps = collection(GapModel.collection.name).aggregate([
        { $match: { tenantId, runId: cycle.gaps.runId } },
        {
          $group: { _id: '$employeeId', met: { $sum: { $cond: [{ $eq: ['$gapLevel', 0] }, 1, 0] } }, of: { $sum: 1 } },
        },
      ]);
      let read = 0;
      for (const cursor of [evaluations, employees, participants, gaps]) read += (await cursor.toArray()).length;
      if (read !== 5 * count) throw new Error(`${read} rows`);
    },
  };
}
