import type { Cycle } from '../../evaluation/cycles/cycle.model';
import { shownGaps } from '../../evaluation/cycles/cycle.store';
import { cycleSubjects, snapshotFilter, type Subject, type SubjectFilter } from '../subjects.store';
import { GapModel } from './gap.model';
import { heatmapFigures, type HeatmapFigures } from './heatmap.rules';

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

/** The gaps of one requirement: `gapLevels[i]` is that of the employee `employeeIds[i]`. */
interface RequirementGaps {
  _id: string;
  requirement: string;
  isCritical: boolean;
  employeeIds: string[];
  gapLevels: number[];
}

const NO_DATA = -1;
/** Each holds all the subjects of a requirement. */
const REQUIREMENTS_PER_BATCH = 10;

/**
 * Reads the heatmap of a cycle's last gap run in one pass; subjects without rows when the cycle shows no gaps.
 * What is kept of a gap is one byte, so that thousands of subjects by hundreds of requirements stay small.
 */
export async function readHeatmap(cycle: Cycle, filter: SubjectFilter = {}): Promise<Heatmap> {
  const subjects = await cycleSubjects(cycle._id, filter);
  const columns = new Map(subjects.map(({ id }, column) => [id, column]));
  const lines: Line[] = [];
  const { runId } = shownGaps(cycle);
  if (runId !== null)
    for await (const gaps of requirementGaps(runId, filter)) {
      const line = new Line(gaps, columns);
      if (line.hasData) lines.push(line);
    }
  lines.sort((a, b) => NAMES.compare(a.requirement, b.requirement) || (a.requirementId < b.requirementId ? -1 : 1));
  return {
    subjects,
    *rows() {
      for (const line of lines) yield line.row();
    },
  };
}

/** Grouped by the database: a document per requirement travels many times faster than one per gap. */
function requirementGaps(runId: string, filter: SubjectFilter): AsyncIterable<RequirementGaps> {
  return GapModel.aggregate<RequirementGaps>([
    { $match: { runId, ...snapshotFilter(filter) } },
    {
      $group: {
        _id: '$requirementId',
        requirement: { $max: '$requirement' },
        isCritical: { $max: '$isCritical' },
        employeeIds: { $push: '$employeeId' },
        gapLevels: { $push: '$gapLevel' },
      },
    },
  ]).cursor({ batchSize: REQUIREMENTS_PER_BATCH });
}

/** Names in the order of the alphabet, whatever their case and accents. */
const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The gaps of one requirement, a byte each. */
class Line {
  readonly requirementId: string;
  readonly requirement: string;
  /** False when all its employees are deleted. */
  readonly hasData: boolean;
  private readonly isCritical: boolean;
  private readonly levels: Int8Array;

  constructor(gaps: RequirementGaps, columns: ReadonlyMap<string, number>) {
    this.requirementId = gaps._id;
    this.requirement = gaps.requirement;
    this.isCritical = gaps.isCritical;
    this.levels = new Int8Array(columns.size).fill(NO_DATA);
    gaps.employeeIds.forEach((employeeId, at) => {
      const column = columns.get(employeeId); // none: the employee is deleted
      if (column !== undefined) this.levels[column] = gaps.gapLevels[at] ?? NO_DATA;
    });
    this.hasData = this.levels.some((level) => level !== NO_DATA);
  }

  row(): HeatmapRow {
    const { requirementId, requirement, isCritical } = this;
    const cells = Array.from(this.levels, (level) => (level === NO_DATA ? null : level));
    const gaps = cells.flatMap((gapLevel) => (gapLevel === null ? [] : [{ gapLevel, isCritical }]));
    const figures = heatmapFigures(gaps) ?? { isCritical, averageGap: 0, affected: 0, percent: 0, burden: 0 };
    return { requirementId, requirement, ...figures, cells };
  }
}
