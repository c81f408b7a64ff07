import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { cycleCounts } from '../evaluation/cycles/evaluation-cycles.queries';
import { type CycleV1, toCycleV1 } from './cycles.dto';

/** What the list of cycles is made of; its counts follow the evaluations. */
export const CYCLE_SOURCES = [CycleModel, EvaluationModel] as const;

/** All cycles, the newest first (spec 4.13); two queries. */
export async function listCyclesV1(): Promise<CycleV1[]> {
  const rows = await CycleModel.find().sort({ createdAt: -1, _id: 1 }).lean<Cycle[]>();
  const counts = await cycleCounts(rows.map(({ _id }) => _id));
  return rows.map((row) => toCycleV1(row, counts(row._id)));
}
