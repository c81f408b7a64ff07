import { sendAccess } from './comms/send-access.job';
import { sendPasswordLink } from './comms/send-password-link.job';
import { assignDirectReports } from './evaluation/assign-direct-reports.job';
import { assignPeersOfCycle } from './evaluation/assign-peers.job';
import { generateEvaluations } from './evaluation/generate.job';
import { rescoreCycle } from './evaluation/rescore.job';
import { sendCycleMail } from './evaluation/send-cycle-mail.job';
import { importCompetencies } from './framework/import-competencies.job';
import { announceSurvey } from './growth/announce-survey.job';
import { analyseGaps } from './insight/analyse-gaps.job';
import { exportHeatmap } from './insight/export-heatmap.job';
import { exportNineBox } from './insight/export-nine-box.job';
import { exportReport } from './insight/export-report.job';
import { recalculateGaps } from './insight/recalculate-gaps.job';
import { importEmployees } from './people/import-employees.job';
import { collectPersonalData } from './privacy/collect.job';
import { completeAccess } from './privacy/complete-access.job';
import { erasePerson } from './privacy/erase.job';
import type { Handlers } from './run-job';

/** Every job's handler; the type makes a missing one a compile error. */
export const handlers: Handlers = {
  'comms.send-access': sendAccess,
  'comms.send-password-link': sendPasswordLink,
  'people.import-employees': importEmployees,
  'framework.import-competencies': importCompetencies,
  'evaluation.generate': generateEvaluations,
  'evaluation.assign-peers': assignPeersOfCycle,
  'evaluation.assign-direct-reports': assignDirectReports,
  'evaluation.rescore': rescoreCycle,
  'evaluation.send-cycle-mail': sendCycleMail,
  'insight.recalculate-gaps': recalculateGaps,
  'insight.analyse-gaps': analyseGaps,
  'insight.export-report': exportReport,
  'insight.export-heatmap': exportHeatmap,
  'insight.export-nine-box': exportNineBox,
  'growth.announce-survey': announceSurvey,
  'privacy.collect': collectPersonalData,
  'privacy.complete-access': completeAccess,
  'privacy.erase': erasePerson,
};
