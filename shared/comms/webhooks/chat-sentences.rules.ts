import type { Language } from '../notification-texts.rules';
import { type ChatEvent, TEST_MESSAGE, WebhookEvent } from './webhook-event';

/** What chats are notified of. */
export type Spoken = ChatEvent | typeof TEST_MESSAGE;

/** The sentence of an event, and what its link is called; `{name}` is the name of the cycle, the survey or, in a test, the organization. */
export const CHAT_SENTENCES: Readonly<Record<Spoken, Record<Language, { text: string; action: string }>>> = {
  [WebhookEvent.CycleOpened]: {
    en: { text: 'The evaluation cycle “{name}” is open.', action: 'Answer my evaluations' },
    es: { text: 'El ciclo de evaluación «{name}» está abierto.', action: 'Responder mis evaluaciones' },
  },
  [WebhookEvent.CycleReminded]: {
    en: { text: 'A reminder of the evaluation cycle “{name}” has been sent.', action: 'Answer my evaluations' },
    es: {
      text: 'Se ha enviado un recordatorio del ciclo de evaluación «{name}».',
      action: 'Responder mis evaluaciones',
    },
  },
  [WebhookEvent.CycleClosed]: {
    en: { text: 'The evaluation cycle “{name}” is closed.', action: 'Open the service' },
    es: { text: 'El ciclo de evaluación «{name}» está cerrado.', action: 'Abrir el servicio' },
  },
  [WebhookEvent.ResultsPublished]: {
    en: { text: 'The results of “{name}” are published.', action: 'View my results' },
    es: { text: 'Se han publicado los resultados de «{name}».', action: 'Ver mis resultados' },
  },
  [WebhookEvent.SurveyOpened]: {
    en: { text: 'The survey “{name}” is open.', action: 'Answer the survey' },
    es: { text: 'La encuesta «{name}» está abierta.', action: 'Responder la encuesta' },
  },
  [TEST_MESSAGE]: {
    en: { text: 'This is a test message of {name}.', action: 'Open the service' },
    es: { text: 'Este es un mensaje de prueba de {name}.', action: 'Abrir el servicio' },
  },
};
