import Handlebars from 'handlebars';
import { printableText } from './printable-text';
import { type ReportData } from './report.data';
import { reportStyles } from './report.styles';
import { reportTemplate } from './report.template';
import { type ReportView, reportView } from './report.view';

const template = Handlebars.compile<ReportView & { styles: string }>(reportTemplate, {
  strict: true,
  knownHelpersOnly: true,
});

/** Returns the evaluation report as a self-contained HTML document for printing; all texts of users are escaped. */
export function reportHtml(data: ReportData): string {
  return printableText(template({ ...reportView(data), styles: reportStyles }));
}
