import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { type Guest, GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { allowGuests, tokenOfGuest } from '../../factories/guest';
import { makeTenant } from '../../factories/tenant';
import { guideBlocks } from '../../support/guide-blocks';
import { useService } from '../../support/service';

// The examples of docs/guests.md run as they are written.

const GUIDE = 'docs/guests.md';
const service = useService();

/** What jq prints: one object after the other. */
const objects = (printed: string): unknown[] => JSON.parse(`[${printed.replace(/\}\s*\{/g, '},{')}]`) as unknown[];

test('every example of the guide does what the guide says, in its order', async () => {
  const tenant = await makeTenant({ name: 'Acme' });
  await allowGuests(tenant);
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open, name: 'Review' } });
  const subject = subjects[0]!.employee;
  const [invite, importFile, list, answer, ...others] = guideBlocks(GUIDE, 'bash');
  expect(others).toEqual([]);
  const cwd = mkdtempSync(join(tmpdir(), 'guests-'));
  const run = async (script = '', values: Record<string, string> = {}): Promise<string> => {
    const env = {
      ...process.env,
      API: service().url,
      AUTH: `Authorization: Bearer ${tenant.hr}`,
      CYCLE: cycle._id,
      SUBJECT: subject._id,
      SUBJECT_EMAIL: subject.email,
      ...values,
    };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd, env });
    return stdout;
  };
  const marta = (): Promise<Guest> =>
    tenant.within(() => GuestModel.findOne({ cycleId: cycle._id, name: 'Marta Ruiz' }).orFail().lean<Guest>().exec());

  const invited = JSON.parse(await run(invite));
  expect(invited).toMatchObject({ evaluatorId: (await marta())._id, evaluatorType: 'Stakeholder' });
  expect(objects(await run(importFile))).toEqual([
    { created: 1, skipped: 0, errors: 0 },
    { row: 2, outcome: 'created', message: null },
  ]);
  expect(objects(await run(list))).toEqual(
    ['Marta Ruiz', 'Zoe Client'].map((name) => ({ name, state: expect.any(String), about: [subject.fullName] })),
  );
  const page = JSON.parse(await run(answer, { GUEST_TOKEN: await tokenOfGuest(tenant, (await marta())._id) }));
  expect(page).toEqual({
    name: 'Marta Ruiz',
    organization: 'Acme',
    cycle: 'Review',
    evaluations: [subject.fullName],
  });
});
