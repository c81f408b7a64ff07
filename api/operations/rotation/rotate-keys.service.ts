import { pickRows } from '../../../shared/db/pick';
import { inTransaction } from '../../../shared/db/transaction';
import { PLATFORM_SCOPE, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { rotateAuditLog } from './audit-rotation.store';
import { rotateBallots } from './ballots';
import { SEALED_FIELDS } from './sealed-fields';

export interface Rotation {
  /** The number of rewritten values by kind; omits kinds without any. */
  rewritten: ReadonlyMap<string, number>;
  /** Secrets that no key decrypts. */
  unreadable: number;
  /** The organizations with an invalid audit log, and where; the platform's has the platform's scope. */
  broken: readonly { scope: string; sequence: number }[];
  /** Whether the last pass found nothing that needs another key. */
  isComplete: boolean;
}

/** Repeats until nothing is found, since processes with the old key may write while this runs. */
const MAX_PASSES = 3;

const ENTRIES = 'audit entries and seals';
const BALLOTS = 'ballots of open surveys';

/**
 * Encrypts and proves everything again with the first key of DATA_KEY that used another one, while the service runs.
 * Safe to repeat and to interrupt. `onScope` is called after each organization.
 */
export async function rotateKeys(onScope: (done: number, total: number) => void = () => undefined): Promise<Rotation> {
  const rewritten = new Map<string, number>();
  for (let pass = 1; ; pass += 1) {
    const found = await rotateAll(pass === 1 ? onScope : () => undefined);
    for (const [what, count] of found.rewritten) rewritten.set(what, (rewritten.get(what) ?? 0) + count);
    const isQuiet = found.rewritten.size === 0;
    if (!isQuiet && pass < MAX_PASSES) continue;
    if (rewritten.size > 0) await recordRotation(rewritten);
    return { ...found, rewritten, isComplete: isQuiet && found.broken.length === 0 };
  }
}

type Pass = Pick<Rotation, 'unreadable' | 'broken'> & { rewritten: Map<string, number> };

async function rotateAll(onScope: (done: number, total: number) => void): Promise<Pass> {
  const scopes = [PLATFORM_SCOPE, ...(await pickRows(TenantModel.find(), '_id')).map(({ _id }) => _id)];
  const rewritten = new Map<string, number>();
  const add = (what: string, count: number): void => {
    if (count > 0) rewritten.set(what, (rewritten.get(what) ?? 0) + count);
  };
  const broken: { scope: string; sequence: number }[] = [];
  let unreadable = 0;
  for (const [at, scope] of scopes.entries()) {
    await within(scope, async () => {
      for (const { what, rotate } of SEALED_FIELDS) {
        const secrets = await rotate();
        add(what, secrets.rewritten);
        unreadable += secrets.unreadable;
      }
      add(BALLOTS, await rotateBallots());
      const log = await rotateAuditLog();
      add(ENTRIES, log.rewritten);
      if (log.brokenAt !== null) broken.push({ scope, sequence: log.brokenAt });
    });
    onScope(at + 1, scopes.length);
  }
  return { rewritten, unreadable, broken };
}

async function recordRotation(rewritten: ReadonlyMap<string, number>): Promise<void> {
  const changes = [...rewritten].map(([field, count]) => ({ field, before: null, after: count }));
  const entry = { entityType: AuditEntity.Settings, entityId: null, changes };
  await within(PLATFORM_SCOPE, () => inTransaction(() => recordAudit('keys.rotated', entry)));
}

function within<T>(tenantId: string, fn: () => Promise<T>): Promise<T> {
  return runInContext({ requestId: newId(), tenantId, actor: null }, fn);
}
