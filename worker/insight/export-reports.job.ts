import type { Writable } from 'node:stream';
import { languageOf } from '../../shared/comms/notification-texts.rules';
import { pickRows } from '../../shared/db/pick';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { remainingReportSubjects } from '../../shared/insight/report-subjects.store';
import type { ReportsResult } from '../../shared/jobs/export-result';
import { notFound } from '../../shared/kernel/errors';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { viewerLocale } from '../../shared/platform/accounts/viewer-locale.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { RENDERING, defineJob, type Run } from '../define-job';
import { chunksOf, inLanes } from '../lanes';
import { pdfPrinter } from '../render/pdf-printer';
import { reportHtml } from '../render/report/report.html';
import { exportFileName, saveExport, ZIP } from './export-file';
import { leftOutNote } from './left-out-note.rules';
import { ReportZip } from './report-zip';
import { type ReportReader, shownLimits, subjectLimits, subjectReports } from './subject-reports';

/** Subjects whose answers are read together; a few megabytes. */
const SUBJECTS_AT_ONCE = 25;
/** One more than a printer prints concurrently, so that it never waits for the next report. */
const LANES = 3;

/**
 * Exports the reports of subjects of a cycle as a ZIP of PDFs in the order of their names, with what their viewer may see
 * when the job runs. Whoever is deleted or not visible any more by then is left out, and the ZIP and the result say so.
 * Throws NOT_FOUND when no one remains.
 */
export const exportReports = defineJob({
  name: 'insight.export-reports',
  retry: RENDERING,
  onFailed: null,
  run: exportAll,
});

async function exportAll(run: Run<'insight.export-reports'>): Promise<ReportsResult> {
  const { cycleId, viewerId } = run.payload;
  const viewer = { isHr: viewerId === null, employeeId: viewerId };
  const cycle = await findCycle(cycleId);
  const { found, leftOut } = await remainingReportSubjects(viewer, cycle, run.payload);
  await run.progress(0, found.length);
  const name = exportFileName(['Evaluation reports', cycle.name], 'zip');
  const file = await saveExport(run, { name, contentType: ZIP }, (destination) =>
    print(run, cycle, { found, leftOut }, destination),
  );
  const reports = found.filter((id) => !leftOut.includes(id)).length;
  return { ...file, reports, leftOut };
}

/** Adds those to `leftOut` who are gone when their report is read. */
async function print(
  run: Run<'insight.export-reports'>,
  cycle: Cycle,
  { found, leftOut }: { found: readonly string[]; leftOut: string[] },
  destination: Writable,
): Promise<void> {
  const zip = new ReportZip(destination);
  let done = 0;
  for (const { chunk } of chunksOf(found, SUBJECTS_AT_ONCE)) {
    const reports = await subjectReports(cycle, chunk, await readerOf(run, cycle, chunk));
    leftOut.push(...chunk.filter((id) => !reports.has(id)));
    let added = Promise.resolve();
    await inLanes(reports.values(), LANES, async (report) => {
      const fileName = zip.nameFor(report.subject);
      const before = added;
      const pdf = pdfPrinter().render(reportHtml(report));
      // The reports are printed concurrently, and added one after the other.
      added = Promise.all([pdf, before]).then(([bytes]) => zip.add(bytes, fileName));
      await added;
      done += 1;
      await run.progress(done, found.length);
    });
  }
  if (done === 0) throw notFound();
  if (leftOut.length > 0) {
    const note = leftOutNote(leftOut.length, languageOf(await viewerLocale(run.requestedBy)));
    await zip.add(Buffer.from(note.text), note.name);
  }
  zip.end();
}

/** A report for its subject is in the language of the subject, others in that of the user who asked for them. */
async function readerOf(
  { payload: { viewerId, view }, requestedBy }: Run<'insight.export-reports'>,
  cycle: Cycle,
  subjectIds: readonly string[],
): Promise<ReportReader> {
  if (viewerId === null && view === 'Subject')
    return { limitsOf: await subjectLimits(cycle, subjectIds), localeOf: await localesOf(subjectIds) };
  const locale = await viewerLocale(requestedBy);
  return { limitsOf: viewerId === null ? null : await shownLimits(cycle, subjectIds), localeOf: () => locale };
}

/** Returns the language tags of the accounts of employees; the organization's without an account. */
async function localesOf(employeeIds: readonly string[]): Promise<(employeeId: string) => string> {
  const { locale } = await currentTenant();
  const accounts = await pickRows(UserModel.find({ employeeId: { $in: [...employeeIds] } }), 'employeeId', 'locale');
  const localeOf = new Map(accounts.map((account) => [account.employeeId, account.locale]));
  return (employeeId) => localeOf.get(employeeId) ?? locale;
}
