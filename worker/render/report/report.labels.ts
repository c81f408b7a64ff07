import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type Locale } from '../locale';
import { type ReportFormats, reportFormats } from './report.formats';

/** The fixed texts of the report, and how its language writes numbers and dates. */
export interface ReportLabels extends ReportFormats {
  title: string;
  partial: string;
  /** While evaluators answer, and after it. */
  mayChange: string;
  notComplete: string;
  cycle: string;
  period: string;
  status: string;
  statuses: Record<string, string>;
  jobProfile: string;
  department: string;
  code: string;
  overall: string;
  calibratedNote: (overall: string) => string;
  ofMaximum: (maximum: string) => string;
  noScore: string;
  /** Groups of evaluators that the score is without. */
  without: (types: string, minimum: number) => string;
  asOf: (date: string) => string;
  byEvaluator: string;
  evaluatorTypes: Record<EvaluatorType, string>;
  submitted: (submitted: number, participants: number) => string;
  hidden: (minimum: number) => string;
  notAnswered: string;
  notAnsweredExplained: string;
  requirements: string;
  requirement: string;
  required: string;
  current: string;
  critical: string;
  noData: string;
  carried: (min: number, max: number) => string;
  items: string;
  item: string;
  average: string;
  comments: string;
  otherComments: string;
  withheld(count: number): string;
  generated: string;
  page: readonly [before: string, between: string];
}

type ReportTexts = Omit<ReportLabels, keyof ReportFormats>;

const en: ReportTexts = {
  title: 'Individual evaluation report',
  partial: 'Partial',
  mayChange: 'The evaluation is not complete yet; scores may still change.',
  notComplete: 'The evaluation is not complete.',
  cycle: 'Cycle',
  period: 'Dates',
  status: 'Status',
  statuses: { InProgress: 'In progress' },
  jobProfile: 'Job profile',
  department: 'Department',
  code: 'Employee code',
  overall: 'Overall score',
  calibratedNote: (overall) => `Calibrated. Before calibration: ${overall}`,
  ofMaximum: (maximum) => `of ${maximum}`,
  noScore: 'No score yet',
  without: (types, minimum) => `Without ${types}, of whom fewer than ${minimum} answered.`,
  asOf: (date) => `as of ${date}`,
  byEvaluator: 'Scores by evaluator',
  evaluatorTypes: {
    [EvaluatorType.Self]: 'Self',
    [EvaluatorType.Manager]: 'Manager',
    [EvaluatorType.Peer]: 'Peers',
    [EvaluatorType.DirectReport]: 'Direct reports',
    [EvaluatorType.Stakeholder]: 'Stakeholders',
  },
  submitted: (submitted, participants) => `${submitted} of ${participants} submitted`,
  hidden: (minimum) => `Hidden to protect anonymity: fewer than ${minimum} answers.`,
  notAnswered: 'n/a',
  notAnsweredExplained: 'n/a: no answers.',
  requirements: 'Job profile requirements and current performance',
  requirement: 'Requirement',
  required: 'Required',
  current: 'Current',
  critical: 'Critical requirement',
  noData: 'No data',
  carried: (min, max) => `Levels from 1 to 5, converted from scores of ${min} to ${max}.`,
  items: 'Scores by item',
  item: 'Item',
  average: 'Average',
  comments: 'Comments by item',
  otherComments: 'Other comments',
  withheld: (count) => `Comments that HR withholds: ${count}.`,
  generated: 'Generated',
  page: ['Page', 'of'],
};

const es: ReportTexts = {
  title: 'Informe individual de evaluación',
  partial: 'Parcial',
  mayChange: 'La evaluación aún no está completa; las puntuaciones pueden cambiar.',
  notComplete: 'La evaluación no está completa.',
  cycle: 'Ciclo',
  period: 'Fechas',
  status: 'Estado',
  statuses: { Draft: 'Borrador', Open: 'Abierto', InProgress: 'En curso', Closed: 'Cerrado', Archived: 'Archivado' },
  jobProfile: 'Perfil de puesto',
  department: 'Departamento',
  code: 'Código de empleado',
  overall: 'Puntuación global',
  calibratedNote: (overall) => `Calibrada. Antes de la calibración: ${overall}`,
  ofMaximum: (maximum) => `de ${maximum}`,
  noScore: 'Aún sin puntuación',
  without: (types, minimum) => `Sin ${types}: han respondido menos de ${minimum}.`,
  asOf: (date) => `a fecha de ${date}`,
  byEvaluator: 'Puntuaciones por evaluador',
  evaluatorTypes: {
    [EvaluatorType.Self]: 'Auto\u00adevaluación', // may break in a narrow column
    [EvaluatorType.Manager]: 'Responsable',
    [EvaluatorType.Peer]: 'Compañeros',
    [EvaluatorType.DirectReport]: 'Colaboradores directos',
    [EvaluatorType.Stakeholder]: 'Otras personas relacionadas',
  },
  submitted: (submitted, participants) => `Enviadas: ${submitted} de ${participants}`,
  hidden: (minimum) => `Oculto para proteger el anonimato: menos de ${minimum} respuestas.`,
  notAnswered: 'n/d',
  notAnsweredExplained: 'n/d: sin respuestas.',
  requirements: 'Requisitos del perfil y desempeño actual',
  requirement: 'Requisito',
  required: 'Nivel exigido',
  current: 'Actual',
  critical: 'Requisito crítico',
  noData: 'Sin datos',
  carried: (min, max) => `Niveles de 1 a 5, convertidos desde puntuaciones de ${min} a ${max}.`,
  items: 'Puntuaciones por ítem',
  item: 'Ítem',
  average: 'Media',
  comments: 'Comentarios por ítem',
  otherComments: 'Otros comentarios',
  withheld: (count) => `Comentarios que RR. HH. no muestra: ${count}.`,
  generated: 'Generado',
  page: ['Página', 'de'],
};

const texts: Record<Locale, ReportTexts> = { en, es };

/** Returns the words, numbers and dates of a report for a reader of the language in the time zone. */
export function reportLabels(locale: Locale, timezone: string): ReportLabels {
  return { ...texts[locale], ...reportFormats(locale, timezone) };
}
