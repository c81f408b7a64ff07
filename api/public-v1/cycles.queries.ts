import type { QueryFilter } from 'mongoose';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { templatesOfCycles } from '../../shared/evaluation/cycles/cycle.store';
import { cycleCounts } from '../evaluation/cycles/evaluation-cycles.queries';
import { type CycleV1, toCycleV1 } from './cycles.dto';

/** Returns all cycles, newest first; three queries. */
export async function listCyclesV1(): Promise<CycleV1[]> {
  return (await readCycles()).map(({ cycle }) => cycle);
}

/** Returns those that a filter finds, each with the time of its last change. */
export async function readCycles(filter: QueryFilter<Cycle> = {}): Promise<{ cycle: CycleV1; updatedAt: Date }[]> {
  const rows = await CycleModel.find(filter).sort({ createdAt: -1, _id: 1 }).lean<Cycle[]>();
  const [counts, templates] = await Promise.all([cycleCounts(rows.map(({ _id }) => _id)), templatesOfCycles(rows)]);
  const scaleOf = new Map(templates.map(({ _id, scale }) => [_id, scale]));
  return rows.map((row) => ({
    cycle: toCycleV1(row, counts(row._id), scaleOf.get(row.templateId ?? '') ?? null),
    updatedAt: row.updatedAt,
  }));
}
