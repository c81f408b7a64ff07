import type { Cycle } from '../evaluation/cycle.model';
import { type GapRow, GapModel } from './gap.model';
import { heatmapFigures, type HeatmapFigures } from './heatmap.rules';
import { cycleSubjects, snapshotFilter, type Subject, type SubjectFilter } from './subjects.store';

/** One requirement over all subjects; the figures are unrounded. */
export interface HeatmapRow extends HeatmapFigures {
  requirementId: string;
  requirement: string;
  /** Gap level per subject in the order of the heatmap's subjects; null without data. */
  cells: (number | null)[];
}

/** The gap heatmap of a cycle: the source of the workbook and of the JSON alike. */
export interface Heatmap {
  subjects: Subject[];
  /** One row per requirement with data, by name; a row is built when it is asked for. */
  rows(): Generator<HeatmapRow>;
}

type Cell = Pick<GapRow, 'employeeId' | 'requirementId' | 'requirement' | 'isCritical' | 'gapLevel'>;

const NO_DATA = -1;
const BATCH = 2_000;

/**
 * Reads the heatmap of a cycle's last gap run in one pass; subjects without rows when the gaps were never calculated.
 * What is kept of a gap is one byte, so that thousands of subjects by hundreds of requirements stay small.
 */
export async function readHeatmap(cycle: Cycle, filter: SubjectFilter = {}): Promise<Heatmap> {
  const subjects = await cycleSubjects(cycle._id, filter);
  const columns = new Map(subjects.map(({ id }, column) => [id, column]));
  const lines = new Map<string, Line>();
  if (cycle.gaps.runId !== null) {
    const gaps = GapModel.find({ runId: cycle.gaps.runId, ...snapshotFilter(filter) })
      .select({ _id: 0, employeeId: 1, requirementId: 1, requirement: 1, isCritical: 1, gapLevel: 1 })
      .lean<Cell[]>()
      .cursor({ batchSize: BATCH });
    for await (const gap of gaps) {
      const column = columns.get(gap.employeeId); // none: the employee is deleted
      if (column === undefined) continue;
      let line = lines.get(gap.requirementId);
      if (!line) lines.set(gap.requirementId, (line = new Line(gap, subjects.length)));
      line.set(column, gap);
    }
  }
  const byName = [...lines.values()].sort(
    (a, b) => NAMES.compare(a.requirement, b.requirement) || (a.requirementId < b.requirementId ? -1 : 1),
  );
  return {
    subjects,
    *rows() {
      for (const line of byName) yield line.row();
    },
  };
}

/** Names in the order of the alphabet, whatever their case and accents. */
const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The gaps of one requirement, a byte each. */
class Line {
  readonly requirementId: string;
  readonly requirement: string;
  private isCritical = false;
  private readonly levels: Int8Array;

  constructor({ requirementId, requirement }: Cell, subjects: number) {
    this.requirementId = requirementId;
    this.requirement = requirement;
    this.levels = new Int8Array(subjects).fill(NO_DATA);
  }

  set(column: number, gap: Cell): void {
    this.levels[column] = gap.gapLevel;
    if (gap.isCritical) this.isCritical = true;
  }

  row(): HeatmapRow {
    const { requirementId, requirement, isCritical } = this;
    const cells = Array.from(this.levels, (level) => (level === NO_DATA ? null : level));
    const gaps = cells.flatMap((gapLevel) => (gapLevel === null ? [] : [{ gapLevel, isCritical }]));
    const figures = heatmapFigures(gaps) ?? { isCritical, averageGap: 0, affected: 0, percent: 0, burden: 0 };
    return { requirementId, requirement, ...figures, cells };
  }
}
