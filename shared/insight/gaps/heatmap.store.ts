import type { QueryFilter } from 'mongoose';
import type { Cycle } from '../../evaluation/cycles/cycle.model';
import { shownGaps } from '../../evaluation/cycles/cycle.store';
import { EvaluationModel, type RequirementSnapshot } from '../../evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../evaluation/participants/participation.store';
import { GONE } from '../../evaluation/participants/presence';
import { compareNames } from '../../kernel/name-order.rules';
import { cycleSubjects, snapshotFilter, type Subject, type SubjectFilter } from '../subjects.store';
import { GapModel, type GapRow } from './gap.model';
import { figuresOfSums, type GapSums, heatmapFigures, type HeatmapFigures } from './heatmap.rules';

/** One requirement over all subjects; figures unrounded. */
export interface HeatmapRow extends HeatmapFigures {
  requirementId: string;
  requirement: string;
  /** Gap level per subject in the order of the heatmap's subjects; null without data. */
  cells: (number | null)[];
}

/** The gap heatmap of a cycle, for the workbook and for JSON. */
export interface Heatmap {
  subjects: Subject[];
  /** One row per requirement of the subjects, by name, also without data; rows are built on demand. */
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
/** Each holds all subjects of a requirement. */
const REQUIREMENTS_PER_BATCH = 10;

/**
 * Reads the heatmap of a cycle's visible gap run in one pass; without subjects when the cycle shows no gaps. Holds one
 * byte for each gap, so that thousands of subjects with hundreds of requirements fit into memory.
 */
export async function readHeatmap(cycle: Cycle, filter: SubjectFilter = {}): Promise<Heatmap> {
  const subjects = await cycleSubjects(cycle._id, filter);
  const columns = new Map(subjects.map(({ id }, column) => [id, column]));
  const lines: Line[] = [];
  const { runId } = shownGaps(cycle);
  if (runId !== null) {
    const required = await requiredOfSubjects(cycle._id, filter);
    for await (const gaps of requirementGaps(await shownRows(runId, cycle), filter)) {
      const line = new Line(gaps, columns);
      if (line.hasData) required.delete(line.requirementId);
      if (line.hasData) lines.push(line);
    }
    for (const unrated of required.values()) lines.push(new Line(unrated, columns));
  }
  lines.sort((a, b) => compareNames(a.requirement, b.requirement) || (a.requirementId < b.requirementId ? -1 : 1));
  return {
    subjects,
    *rows() {
      for (const line of lines) yield line.row();
    },
  };
}

interface RequirementSums extends GapSums {
  _id: string;
  requirement: string;
  isCritical: boolean;
}

/** Returns the figures of each rated requirement in a cycle's visible gap run; empty when the cycle shows no gaps. */
export async function requirementFigures(cycle: Cycle): Promise<Omit<HeatmapRow, 'cells'>[]> {
  const { runId } = shownGaps(cycle);
  if (runId === null) return [];
  const sums = await GapModel.aggregate<RequirementSums>([
    { $match: await shownRows(runId, cycle) },
    {
      $group: {
        _id: '$requirementId',
        requirement: { $max: '$requirement' },
        isCritical: { $max: '$isCritical' },
        rated: { $sum: 1 },
        affected: { $sum: { $cond: [{ $gt: ['$gapLevel', 0] }, 1, 0] } },
        levels: { $sum: '$gapLevel' },
      },
    },
  ]);
  return sums.map(({ _id, requirement, isCritical, ...rest }) => {
    return { requirementId: _id, requirement, ...figuresOfSums(isCritical, rest) };
  });
}

/**
 * Returns the filter for the gaps of a run without those of employees who have left the cycle since; the few are
 * excluded by id.
 */
async function shownRows(runId: string, { _id: cycleId }: Cycle): Promise<QueryFilter<GapRow>> {
  const gone = await EvaluationModel.distinct('subjectId', { cycleId, subjectPresence: { $in: [...GONE] } });
  return { runId, ...(gone.length > 0 ? { employeeId: { $nin: gone } } : {}) };
}

/**
 * Groups by requirement in the database, from an index alone: one document for each requirement is much faster to
 * transfer than one for each gap.
 */
function requirementGaps(shown: QueryFilter<GapRow>, filter: SubjectFilter): AsyncIterable<RequirementGaps> {
  return GapModel.aggregate<RequirementGaps>([
    { $match: { ...shown, ...snapshotFilter(filter) } },
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

/**
 * Returns the requirements of a cycle's subjects at generation, without gaps; the database returns the list of each
 * profile once.
 */
async function requiredOfSubjects(cycleId: string, filter: SubjectFilter): Promise<Map<string, RequirementGaps>> {
  const lists = await EvaluationModel.aggregate<{ _id: RequirementSnapshot[] }>([
    { $match: { cycleId, ...COUNTED_SUBJECTS, ...snapshotFilter(filter) } },
    { $group: { _id: '$requirements' } },
  ]);
  const required = new Map<string, RequirementGaps>();
  for (const { requirementId, requirement, isCritical } of lists.flatMap(({ _id }) => _id)) {
    const others = required.get(requirementId)?.isCritical ?? false;
    const row = { _id: requirementId, requirement, isCritical: isCritical || others, employeeIds: [], gapLevels: [] };
    required.set(requirementId, row);
  }
  return required;
}

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
      const column = columns.get(employeeId); // undefined when the employee was deleted concurrently
      if (column !== undefined) this.levels[column] = gaps.gapLevels[at] ?? NO_DATA;
    });
    this.hasData = this.levels.some((level) => level !== NO_DATA);
  }

  row(): HeatmapRow {
    const { requirementId, requirement, isCritical } = this;
    const cells = Array.from(this.levels, (level) => (level === NO_DATA ? null : level));
    const gaps = cells.flatMap((gapLevel) => (gapLevel === null ? [] : [{ gapLevel }]));
    return { requirementId, requirement, ...heatmapFigures(isCritical, gaps), cells };
  }
}
