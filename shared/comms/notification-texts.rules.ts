/** Languages of the service's own texts. */
export type Language = 'en' | 'es';

/** The language for a locale such as `es-CL`; English for all that it does not know. */
export function languageOf(locale: string | null | undefined): Language {
  return locale?.toLowerCase().startsWith('es') ? 'es' : 'en';
}

interface Texts {
  title: string;
  body: string;
}

/** Title and body of every kind of notification, by language; `{name}` stands for a value. */
const TEXTS = {
  'cycle-opened': {
    en: { title: 'Evaluations are open: {cycle}', body: 'You have {count} evaluation(s) to answer until {endDate}.' },
    es: {
      title: 'Evaluaciones abiertas: {cycle}',
      body: 'Tiene {count} evaluación(es) por responder hasta el {endDate}.',
    },
  },
  'deadline-reminder': {
    en: { title: 'Reminder: {cycle}', body: '{count} evaluation(s) are still to be submitted until {endDate}.' },
    es: { title: 'Recordatorio: {cycle}', body: 'Faltan {count} evaluación(es) por enviar hasta el {endDate}.' },
  },
  'results-published': {
    en: { title: 'Your results are published: {cycle}', body: 'You can read your results and acknowledge them.' },
    es: { title: 'Sus resultados están publicados: {cycle}', body: 'Ya puede leer sus resultados y acusar recibo.' },
  },
  'evaluation-reopened': {
    en: { title: 'An evaluation was reopened: {cycle}', body: 'Your evaluation of {subject} can be changed again.' },
    es: { title: 'Se reabrió una evaluación: {cycle}', body: 'Puede volver a modificar su evaluación de {subject}.' },
  },
  'plan-submitted': {
    en: { title: 'A development plan awaits approval', body: '{employee} submitted the plan “{plan}”.' },
    es: { title: 'Un plan de desarrollo espera aprobación', body: '{employee} envió el plan «{plan}».' },
  },
  'plan-approved': {
    en: { title: 'Your development plan was approved', body: '“{plan}” can start.' },
    es: { title: 'Su plan de desarrollo fue aprobado', body: '«{plan}» puede comenzar.' },
  },
  'plan-rejected': {
    en: { title: 'Your development plan was rejected', body: '“{plan}”: {reason}' },
    es: { title: 'Su plan de desarrollo fue rechazado', body: '«{plan}»: {reason}' },
  },
  'survey-opened': {
    en: { title: 'A survey is open: {survey}', body: 'Your answers are anonymous.' },
    es: { title: 'Hay una encuesta abierta: {survey}', body: 'Sus respuestas son anónimas.' },
  },
} as const satisfies Record<string, Record<Language, Texts>>;

export type NotificationType = keyof typeof TEXTS;
export const NOTIFICATION_TYPES = Object.keys(TEXTS) as NotificationType[];

/** Title and body of a notification with its values filled in; a value is text, never a pattern. */
export function notificationTexts(
  type: NotificationType,
  language: Language,
  values: Readonly<Record<string, string | number>>,
): Texts {
  const { title, body } = TEXTS[type][language];
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''));
  return { title: fill(title), body: fill(body) };
}
