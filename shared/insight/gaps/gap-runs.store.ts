import { isDuplicate } from '../../db/bulk';
import { pickRow } from '../../db/pick';
import { type Cycle, CycleModel, GapsState } from '../../evaluation/cycles/cycle.model';
import { tenantId } from '../../kernel/context';
import { type GapAnalysis, GapAnalysisModel } from './gap-analysis.model';

/** The owner of a visible gap run: a cycle, or the organization for runs without one (docs/adr/0006). */
export interface RunHolder {
  /** Returns the visible run; null before the first. */
  visible(): Promise<string | null>;
  /** Makes a run that began at `startedAt` visible unless a later one is; `before` is the run that it replaced. */
  show(runId: string, startedAt: Date): Promise<{ shown: boolean; before: string | null }>;
}

/** Returns the holder of a cycle's runs; showing a run also marks the cycle's gaps as calculated. */
export function cycleRuns(cycleId: string): RunHolder {
  return {
    async visible() {
      const cycle = await pickRow(CycleModel.findById(cycleId), 'gaps');
      return cycle?.gaps.runId ?? null;
    },
    async show(runId, startedAt) {
      const before = await CycleModel.findOneAndUpdate(
        { _id: cycleId, $or: [{ 'gaps.calculatedAt': null }, { 'gaps.calculatedAt': { $lte: startedAt } }] },
        { $set: { gaps: { state: GapsState.Calculated, calculatedAt: startedAt, runId } } },
        { returnDocument: 'before' },
      ).lean<Cycle>();
      return { shown: before !== null, before: before?.gaps.runId ?? null };
    },
  };
}

/** The holder of the organization's runs without a cycle. */
export const analysisRuns: RunHolder = {
  async visible() {
    const row = await GapAnalysisModel.findOne().lean<GapAnalysis>();
    return row?.runId ?? null;
  },
  async show(runId, startedAt) {
    await ensureAnalysis();
    const before = await GapAnalysisModel.findOneAndUpdate(
      { $or: [{ calculatedAt: null }, { calculatedAt: { $lte: startedAt } }] },
      { $set: { runId, calculatedAt: startedAt } },
      { returnDocument: 'before' },
    ).lean<GapAnalysis>();
    return { shown: before !== null, before: before?.runId ?? null };
  },
};

async function ensureAnalysis(): Promise<void> {
  if (await GapAnalysisModel.exists({})) return;
  try {
    await GapAnalysisModel.create({ _id: tenantId() });
  } catch (error) {
    if (!isDuplicate(error)) throw error; // a concurrent run has created it
  }
}
