import { EvaluatorType } from '../../shared/framework/evaluator-type';

/** How a comment sounds; it follows the score. */
export type Tone = 'praise' | 'neutral' | 'concern';

const BY_CATEGORY: Readonly<Record<string, Readonly<Record<Tone, readonly string[]>>>> = {
  LEA: {
    praise: [
      'I learned more in three months of working together than in the whole year before.',
      'Delega con confianza y aun así está cuando se le necesita.',
      'Took the unpopular decision in spring, explained it well, and was right.',
    ],
    neutral: [
      'Decides well in routine matters; with the reorganization I would have liked an earlier word.',
      'Acompaña bien a los nuevos, aunque le falta tiempo para el resto del equipo.',
    ],
    concern: [
      'Decisions are postponed until someone else takes them.',
      'Le cuesta delegar: al final casi todo pasa por sus manos.',
      'We hear about changes from other teams before we hear about them here.',
    ],
  },
  DEL: {
    praise: [
      'The migration went live on the day that was announced in January. That says it all.',
      'Siempre sé en qué punto está el trabajo sin tener que preguntar.',
      'Found the cause of the billing errors that three of us had given up on.',
      'Entrega a tiempo y con una calidad que no hace falta revisar.',
    ],
    neutral: [
      'Reliable with the daily work; larger projects need a clearer plan at the start.',
      'Cumple los plazos, a veces a costa de los detalles.',
      'Good results, though the last week before a deadline is always hectic.',
    ],
    concern: [
      'Twice this year we learned about a delay on the day of the deadline.',
      'Se dispersa entre demasiadas tareas y cuesta que cierre las importantes.',
      'I have to check the figures again before I can use them.',
    ],
  },
  TEC: {
    praise: [
      'The person I ask when no one else knows.',
      'Explica lo complejo de forma que lo entiende cualquiera.',
      'Reviews are thorough and kind; my own work has become better because of them.',
    ],
    neutral: [
      'Solid knowledge of the current tools, somewhat reserved about new ones.',
      'Conoce bien su área; le vendría bien apoyarse más en los datos.',
    ],
    concern: [
      'Knows the old system by heart but avoids the new one.',
      'Faltan pruebas y documentación en buena parte de lo que entrega.',
      'Shared a customer list by mail although we have a safe place for it.',
    ],
  },
  CUS: {
    praise: [
      'Customers ask for this person by name.',
      'Supo reconducir una negociación que dábamos por perdida.',
      'Asks what the customer wants to achieve before talking about our product.',
    ],
    neutral: [
      'Friendly and quick with customers; could say no more often.',
      'Buen trato con el cliente; a veces promete plazos que no dependen de nosotros.',
    ],
    concern: [
      'Requests from other departments stay unanswered for days.',
      'Tiende a defender el proceso en lugar de escuchar el problema.',
      'Gives discounts away early instead of asking for something in return.',
    ],
  },
  COL: {
    praise: [
      'Stayed late to help us with the audit although it was not their project.',
      'Da un feedback claro y respetuoso, y lo pide también.',
      'Makes sure that the quiet ones are heard in meetings.',
      'Es un placer trabajar con alguien que comparte todo lo que sabe.',
    ],
    neutral: [
      'Works well with their own team; other teams hear little.',
      'Escucha con atención, pero le cuesta dar su opinión en reuniones grandes.',
    ],
    concern: [
      'Meetings would be easier if others could finish their sentences.',
      'Los correos suenan más duros de lo que pretenden ser.',
      'Help is given when asked for by a superior, less so to colleagues.',
    ],
  },
};

const OF_ONESELF: Readonly<Record<Tone, readonly string[]>> = {
  praise: [
    'I am proud of how this went this year, and the figures confirm it.',
    'Creo que aquí he dado un paso importante respecto al año pasado.',
    'Colleagues now come to me with this, which a year ago they did not.',
  ],
  neutral: [
    'I do this well in my daily work and want to try it in a larger project.',
    'Voy por buen camino, aunque todavía no me sale de forma natural.',
  ],
  concern: [
    'This is where I need to improve, and I would be glad of some support.',
    'Este año no le he dedicado el tiempo que merecía.',
  ],
};

/** Answers to "what should be kept". */
export const STRENGTHS = [
  'Stays calm under pressure. During the outage in March everybody knew what to do because of that.',
  'Prepares every meeting, so that we leave it with decisions instead of another meeting.',
  'Su capacidad para explicar lo difícil con sencillez; lo vimos en la formación de mayo.',
  'Keeps promises. If it was said that it will be done on Friday, it is done on Friday.',
  'Pregunta, escucha y después decide. El rediseño del proceso de pedidos es el mejor ejemplo.',
  'Brings people together: the weekly exchange between sales and operations was this person’s idea.',
  'Always has an eye on quality. We had not a single return in the second half of the year.',
  'Transmite entusiasmo. El equipo salió reforzado de un trimestre muy complicado.',
  'Takes new colleagues by the hand; two of them told me that they stayed because of it.',
  'Piensa en el cliente antes que en el organigrama.',
];

/** Answers to "what to do differently". */
export const NEXT_STEPS = [
  'Ask for help earlier, before the deadline is in danger.',
  'Share intermediate results; they do not have to be perfect.',
  'Delegar más: el equipo puede con ello y lo está deseando.',
  'Speak up in large meetings. The ideas are good, and too few people hear them.',
  'Decir que no a algunas peticiones para terminar antes lo importante.',
  'Use the figures that we already have in order to convince others.',
  'Give feedback at once instead of saving it for the review.',
  'Reservar tiempo para aprender las nuevas herramientas.',
  'Spend a day with a customer every quarter.',
];

/** Comments that suit an item of this competency category (the first letters of its code), evaluator and tone. */
export function commentsFor(category: string, evaluatorType: EvaluatorType, tone: Tone): readonly string[] {
  if (evaluatorType === EvaluatorType.Self) return OF_ONESELF[tone];
  return BY_CATEGORY[category]?.[tone] ?? [];
}
