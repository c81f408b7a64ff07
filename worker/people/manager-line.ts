import { allRows } from '../../shared/db/batches';
import { pickRow } from '../../shared/db/pick';
import { EmployeeModel } from '../../shared/people/employee.model';
import { wouldCreateLoop } from '../../shared/people/hierarchy.rules';
import { PlanUsageModel } from '../../shared/platform/plan-usage.model';
import { serializeEmployeeChanges } from '../../shared/platform/plan-usage.store';

/** The managers of everyone while an import changes them: read once, and again only when someone else has changed some. */
export class ManagerLine {
  private managerOf: Map<string, string | null> | null = null;
  /** Of the row that every change of managers writes. */
  private revision: number | null = null;

  /** Returns everyone's managers as the running transaction finds them; others who change them wait for its end. */
  async lock(): Promise<LockedLine> {
    const revision = await counterRevision();
    await serializeEmployeeChanges();
    if (this.managerOf === null || revision !== this.revision) {
      const rows = await allRows(EmployeeModel, {}, ['_id', 'managerId']);
      this.managerOf = new Map(rows.map(({ _id, managerId }) => [_id, managerId]));
      this.revision = revision;
    }
    return new LockedLine(new Map(this.managerOf));
  }

  /** Stores what a transaction has made of the line; `revision` is that at its end. Call it once it is committed. */
  keep({ managerOf }: LockedLine, revision: number | null): void {
    Object.assign(this, { managerOf, revision });
  }
}

/** The managers of everyone in a transaction. */
export class LockedLine {
  constructor(readonly managerOf: Map<string, string | null>) {}

  /** Gives someone a manager; false, and nothing happens, when that would close a loop. */
  move(id: string, managerId: string | null): boolean {
    if (wouldCreateLoop(this.managerOf, id, managerId)) return false;
    this.managerOf.set(id, managerId);
    return true;
  }
}

/** The revision of the counter of employees, in the running transaction. */
export async function counterRevision(): Promise<number | null> {
  return (await pickRow(PlanUsageModel.findOne({ counter: 'employees' }), 'revision'))?.revision ?? null;
}
