import { assignDirectReports } from './evaluation/assign-direct-reports.job';
import { assignPeersOfCycle } from './evaluation/assign-peers.job';
import { generateEvaluations } from './evaluation/generate.job';
import { importCompetencies } from './framework/import-competencies.job';
import { analyseGaps } from './insight/analyse-gaps.job';
import { exportHeatmap } from './insight/export-heatmap.job';
import { exportNineBox } from './insight/export-nine-box.job';
import { exportReport } from './insight/export-report.job';
import { recalculateGaps } from './insight/recalculate-gaps.job';
import { importEmployees } from './people/import-employees.job';
import type { Handlers } from './run-job';

/** Every job's handler; the type makes a missing one a compile error. */
export const handlers: Handlers = {
  'people.import-employees': importEmployees,
  'framework.import-competencies': importCompetencies,
  'evaluation.generate': generateEvaluations,
  'evaluation.assign-peers': assignPeersOfCycle,
  'evaluation.assign-direct-reports': assignDirectReports,
  'insight.recalculate-gaps': recalculateGaps,
  'insight.analyse-gaps': analyseGaps,
  'insight.export-report': exportReport,
  'insight.export-heatmap': exportHeatmap,
  'insight.export-nine-box': exportNineBox,
};
