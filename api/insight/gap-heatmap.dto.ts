import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { round2, round2OrNull } from '../../shared/evaluation/score.rules';
import type { Heatmap, HeatmapRow } from '../../shared/insight/gaps/heatmap.store';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { Id, Instant } from '../http/types';
import type { Selection } from './export-selection.service';
import type { SnapshotChoices } from './snapshot-choices.store';

/** A column of the heatmap. */
export interface HeatmapSubject {
  id: Id;
  name: string;
}

/** A row of the heatmap: one competency or skill that a subject's job profile requires. */
export interface HeatmapRowView {
  requirementId: Id;
  requirement: string;
  /** Critical for at least one subject. */
  isCritical: boolean;
  /**
   * Mean gap level over the subjects with data, two decimals; null when no one rated it.
   * @example 1.25
   */
  averageGap: number | null;
  /**
   * Subjects with a gap.
   * @example 3
   */
  affected: number;
  /**
   * Share of the affected among the subjects with data, 0 to 100; null when no one rated it.
   * @example 75
   */
  percent: number | null;
  /** affected x averageGap, doubled when critical. */
  burden: number;
  /** Gap level by subject, in the order of `subjects`: 0 none, 4 most severe, null without data. */
  cells: (number | null)[];
}

/** A department or job profile by which subjects of a cycle can be filtered. */
export interface SubjectChoice {
  id: Id;
  name: string;
}

/** The options for filtering the subjects of a cycle. */
export interface SubjectChoices {
  /** Departments of the cycle's subjects at generation, by name, also those that were deleted since. */
  departments: SubjectChoice[];
  /** Job profiles of the cycle's subjects at generation, by name, also those that were deleted since. */
  jobProfiles: SubjectChoice[];
}

/** The gap heatmap of a cycle; `cycleId` is null when none is given and no cycle is Closed. */
export interface HeatmapView extends SubjectChoices {
  cycleId: Id | null;
  cycle: string | null;
  /** When the gaps were calculated; null without gaps. */
  calculatedAt: Instant | null;
  /** As in the query. */
  departmentId: string | null;
  department: string | null;
  /** As in the query. */
  jobProfileId: string | null;
  jobProfile: string | null;
  subjects: HeatmapSubject[];
  rows: HeatmapRowView[];
}

/** The heatmap to export. */
export interface ExportHeatmapRequest extends Selection {
  cycleId: Id;
}

/** Returns a heatmap as the API shows it: figures with two decimals, half up. */
export function toHeatmapView(
  heatmap: Heatmap,
  /** The cycle, with its visible gaps. */
  shown: Pick<Cycle, '_id' | 'name' | 'gaps'> | null,
  selection: Selection,
  { names, choices }: { names: SnapshotNames; choices: SnapshotChoices },
): HeatmapView {
  const { departmentId = null, jobProfileId = null } = selection;
  return {
    cycleId: shown?._id ?? null,
    cycle: shown?.name ?? null,
    ...choices,
    calculatedAt: toInstantOrNull(shown?.gaps.calculatedAt ?? null),
    departmentId,
    department: names.department(departmentId),
    jobProfileId,
    jobProfile: names.jobProfile(jobProfileId),
    subjects: heatmap.subjects.map(({ id, name }) => ({ id, name })),
    rows: Array.from(heatmap.rows(), toRow),
  };
}

function toRow(row: HeatmapRow): HeatmapRowView {
  const { requirementId, requirement, isCritical, affected, cells } = row;
  const [averageGap, percent] = [round2OrNull(row.averageGap), round2OrNull(row.percent)];
  return { requirementId, requirement, isCritical, averageGap, affected, percent, burden: round2(row.burden), cells };
}
