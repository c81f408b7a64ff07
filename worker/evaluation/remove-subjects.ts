import { pickRows } from '../../shared/db/pick';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { exclusionOf, type SubjectRule } from '../../shared/evaluation/cycles/cycle-subjects.rules';
import { expandRule } from '../../shared/evaluation/cycles/cycle-subjects.store';
import { holdCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { withdrawSubjects } from '../../shared/evaluation/participants/withdrawal.store';
import { deleteEvaluations } from '../../shared/evaluation/subject-tally.store';
import { now } from '../../shared/kernel/clock';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { Run } from '../define-job';
import { chunksOf } from '../lanes';

const CHUNK = 1_000;
const REASON = 'The settings of the cycle no longer include this employee.';

/**
 * Removes the subjects of a Draft cycle whom its rule no longer evaluates, with their participants. One with answers, of a cycle
 * that was set back to Draft, is withdrawn instead, so that no answer is lost. Leaves every other cycle as it is.
 */
export async function removeSubjectsOutside(
  run: Run<'evaluation.generate'>,
  cycleId: string,
  rule: SubjectRule,
): Promise<void> {
  const [expanded, subjects] = await Promise.all([
    expandRule(rule),
    pickRows(EvaluationModel.find({ cycleId }), 'subjectId'),
  ]);
  for (const { chunk } of chunksOf(subjects, CHUNK)) {
    const employees = await pickRows(
      EmployeeModel.find({ _id: { $in: chunk.map(({ subjectId }) => subjectId) } }),
      'departmentId',
      'jobProfileId',
      'hireDate',
    );
    const outside = employees.filter((employee) => exclusionOf(expanded, employee) !== null);
    if (outside.length > 0)
      await run.write(() =>
        removeSubjects(
          cycleId,
          outside.map(({ _id }) => _id),
        ),
      );
  }
}

async function removeSubjects(cycleId: string, subjectIds: readonly string[]): Promise<void> {
  const { status } = await holdCycle(cycleId);
  if (status !== CycleStatus.Draft) return;
  const some = { cycleId, subjectId: { $in: [...subjectIds] } };
  const answered = await pickRows(ParticipantModel.find({ ...some, startedAt: { $ne: null } }), 'subjectId');
  const withAnswers = new Set(answered.map(({ subjectId }) => subjectId));
  const without = { cycleId, subjectId: { $in: subjectIds.filter((id) => !withAnswers.has(id)) } };
  await ParticipantModel.deleteMany(without);
  await deleteEvaluations(without);
  await withdrawSubjects(cycleId, [...withAnswers], { reason: REASON, by: null, at: now() });
}
