import { runJob } from '../../test/support/run-handler';
import { closePrinter } from '../../worker/render/pdf-printer';
import { makeAnsweredCycle, makeTemplateFor } from './evaluation.bench';
import { timedWithMemory } from './measure';
import { makeTenant, within } from './tenant';

/** The reports of a cycle of `count` subjects, whom a manager and four peers have rated, as one ZIP, which is stored. */
export async function reportsFigures(count: number): Promise<{ perSecond: number; addedMb: number }> {
  const tenantId = await makeTenant();
  const cycleId = await within(tenantId, async () => makeAnsweredCycle(await makeTemplateFor(count)));
  const payload = { cycleId, departmentId: null, subjectIds: null, viewerId: null, view: 'Subject' } as const;
  let made = 0;
  const [ms, addedMb] = await timedWithMemory(async () => {
    const { reports } = await within(tenantId, () => runJob('insight.export-reports', payload));
    made = reports;
  });
  await closePrinter();
  if (made !== count) throw new Error(`${made} reports instead of ${count}`);
  return { perSecond: (count / ms) * 1_000, addedMb };
}
