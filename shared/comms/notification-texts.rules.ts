import { dateText } from './date-text.rules';

/** Languages of the service's own texts. */
export type Language = 'en' | 'es';

/** Every language of the service's own texts. */
export const LANGUAGES: readonly Language[] = ['en', 'es'];

/** Returns the language for a locale such as `es-CL`; English for every unknown one. */
export function languageOf(locale: string | null | undefined): Language {
  return locale?.toLowerCase().startsWith('es') ? 'es' : 'en';
}

interface Texts {
  title: string;
  body: string;
}

type Counted = Record<'singular' | 'plural', string>;
interface Template {
  title: string;
  body: string | Counted;
}

/**
 * Title and body of every kind of notification, by language. `{name}` is replaced by a value; a part in `[…]` is
 * omitted unless all of its values are given.
 */
const TEXTS = {
  'cycle-opened': {
    en: {
      title: 'Evaluations are open: {cycle}',
      body: {
        singular: 'You have one evaluation to answer[ by {endDate}].',
        plural: 'You have {count} evaluations to answer[ by {endDate}].',
      },
    },
    es: {
      title: 'Evaluaciones abiertas: {cycle}',
      body: {
        singular: 'Tiene una evaluación por responder[ a más tardar el {endDate}].',
        plural: 'Tiene {count} evaluaciones por responder[ a más tardar el {endDate}].',
      },
    },
  },
  'deadline-reminder': {
    en: {
      title: 'Reminder: {cycle}',
      body: {
        singular: 'You still need to submit one evaluation[. It is due by {endDate}].',
        plural: 'You still need to submit {count} evaluations[. They are due by {endDate}].',
      },
    },
    es: {
      title: 'Recordatorio: {cycle}',
      body: {
        singular: 'Falta una evaluación por enviar[ a más tardar el {endDate}].',
        plural: 'Faltan {count} evaluaciones por enviar[ a más tardar el {endDate}].',
      },
    },
  },
  'results-published': {
    en: { title: 'Your results are published: {cycle}', body: 'You can read your results and acknowledge them.' },
    es: {
      title: 'Sus resultados están publicados: {cycle}',
      body: 'Ya puede leer sus resultados y confirmar que los ha recibido.',
    },
  },
  'evaluation-reopened': {
    en: { title: 'An evaluation was reopened: {cycle}', body: 'You can change your evaluation of {subject} again.' },
    es: {
      title: 'Se ha reabierto una evaluación: {cycle}',
      body: 'Puede volver a modificar su evaluación de {subject}.',
    },
  },
  'evaluator-assigned': {
    en: { title: 'You have an evaluation to answer: {cycle}', body: 'You were asked to evaluate {subject}.' },
    es: { title: 'Tiene una evaluación por responder: {cycle}', body: 'Se le ha pedido que evalúe a {subject}.' },
  },
  'nominations-asked': {
    en: { title: 'Name your peers: {cycle}', body: 'Choose the colleagues who will evaluate you[ by {endDate}].' },
    es: {
      title: 'Proponga a sus compañeros: {cycle}',
      body: 'Elija a los compañeros que le evaluarán[, a más tardar el {endDate}].',
    },
  },
  'nominations-submitted': {
    en: { title: 'Peers await your approval: {cycle}', body: '{subject} has named peers. Approve or return them.' },
    es: {
      title: 'Hay compañeros pendientes de aprobación: {cycle}',
      body: '{subject} ha propuesto a sus compañeros. Puede aprobar o devolver la propuesta.',
    },
  },
  'nominations-decided': {
    en: {
      title: 'Your nomination was decided: {cycle}',
      body: '[Your peers are approved: {peers}.][Please choose again: {reason}]',
    },
    es: {
      title: 'Se ha decidido sobre su propuesta: {cycle}',
      body: '[Sus compañeros están aprobados: {peers}.][Elija de nuevo: {reason}]',
    },
  },
  'plan-submitted': {
    en: { title: 'A development plan awaits approval', body: '{employee} submitted the plan “{plan}”.' },
    es: {
      title: 'Hay un plan de desarrollo pendiente de aprobación',
      body: '{employee} ha enviado el plan «{plan}».',
    },
  },
  'plan-approved': {
    en: { title: 'Your development plan was approved', body: 'You can now start “{plan}”.' },
    es: { title: 'Se ha aprobado su plan de desarrollo', body: 'Ya puede comenzar el plan «{plan}».' },
  },
  'plan-rejected': {
    en: { title: 'Your development plan was rejected', body: '“{plan}”: {reason}' },
    es: { title: 'Se ha rechazado su plan de desarrollo', body: '«{plan}»: {reason}' },
  },
  'survey-opened': {
    en: { title: 'A survey is open: {survey}', body: 'Your answers are anonymous.' },
    es: { title: 'Hay una encuesta abierta: {survey}', body: 'Sus respuestas son anónimas.' },
  },
  'privacy-requested': {
    en: { title: 'A privacy request was made', body: 'A copy of personal data was requested. It is due by {endDate}.' },
    es: {
      title: 'Hay una nueva solicitud de privacidad',
      body: 'Se ha solicitado una copia de datos personales. El plazo termina el {endDate}.',
    },
  },
  'privacy-due': {
    en: {
      title: 'A privacy request is due by {endDate}',
      body: {
        singular: 'One day is left to complete it.',
        plural: '{count} days are left to complete it.',
      },
    },
    es: {
      title: 'Una solicitud de privacidad vence el {endDate}',
      body: {
        singular: 'Queda un día para completarla.',
        plural: 'Quedan {count} días para completarla.',
      },
    },
  },
  'api-key-ending': {
    en: {
      title: 'The API key “{key}” expires on {endDate}',
      body: 'Programs that use it will get no more data. Create a new key and replace it before that day.',
    },
    es: {
      title: 'La clave de API «{key}» caduca el {endDate}',
      body: 'Los programas que la usan dejarán de recibir datos. Cree una clave nueva y sustitúyala antes de ese día.',
    },
  },
  'webhook-paused': {
    en: {
      title: 'The webhook to {host} is paused',
      body: 'Its receiver has taken no event for three days. Repair the receiver and resume the webhook: the events that wait are then sent in their order.',
    },
    es: {
      title: 'El webhook a {host} está en pausa',
      body: 'Su receptor no ha aceptado ningún evento durante tres días. Repare el receptor y reanude el webhook: los eventos pendientes se enviarán entonces en su orden.',
    },
  },
  'sign-in.new-device': {
    en: {
      title: 'Your account was used on a new device',
      body: 'Sign-in[ with {browser}][ from {address}]. If this was not you, end that session and change your password.',
    },
    es: {
      title: 'Su cuenta se ha usado en un dispositivo nuevo',
      body: 'Inicio de sesión[ con {browser}][ desde {address}]. Si no ha sido usted, cierre esa sesión y cambie la contraseña.',
    },
  },
  'email-changed': {
    en: {
      title: 'The email address of your account has changed',
      body: 'It was {email} before. If you did not expect this, tell an administrator.',
    },
    es: {
      title: 'Ha cambiado el correo de su cuenta',
      body: 'Antes era {email}. Si no lo esperaba, avise a un administrador.',
    },
  },
  'privacy-ready': {
    en: { title: 'Your personal data is ready', body: 'You can download it from your profile for 30 days.' },
    es: { title: 'Sus datos personales están listos', body: 'Puede descargarlos desde su perfil durante 30 días.' },
  },
} as const satisfies Record<string, Record<Language, Template>>;

export type NotificationType = keyof typeof TEXTS;
export const NOTIFICATION_TYPES = Object.keys(TEXTS) as NotificationType[];

type Values = Readonly<Record<string, string | number>>;

/** Returns title and body of a notification with its values inserted literally. Dates are those of the time zone. */
export function notificationTexts(type: NotificationType, language: Language, values: Values, timezone: string): Texts {
  const { title, body }: Template = TEXTS[type][language];
  const shown: Values = { ...values, endDate: dateText(String(values.endDate ?? ''), language, timezone) };
  const counted = typeof body === 'string' ? body : body[pluralForm(language, Number(values.count))];
  return { title: fill(title, shown), body: fill(withoutEmptyParts(counted, shown), shown) };
}

function pluralForm(language: Language, count: number): keyof Counted {
  return new Intl.PluralRules(language).select(count) === 'one' ? 'singular' : 'plural';
}

function withoutEmptyParts(text: string, values: Values): string {
  return text.replace(/\[([^\]]*)\]/g, (_whole, part: string) =>
    [...part.matchAll(PLACEHOLDER)].every(([, name = '']) => (values[name] ?? '') !== '') ? part : '',
  );
}

const PLACEHOLDER = /\{(\w+)\}/g;

function fill(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (_whole, name: string) => String(values[name] ?? ''));
}
