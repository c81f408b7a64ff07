import type { Language } from './notification-texts.rules';
import type { MailTexts, TemplateKey } from './template-key';

const GREETING: Record<Language, string> = { en: '<p>Hello {{name}},</p>', es: '<p>Hola, {{name}}:</p>' };
const SIGN_IN: Record<Language, string> = {
  en: '<p>Sign in with <strong>{{email}}</strong> and the temporary password <strong>{{temporaryPassword}}</strong>. It is valid for 72 hours. You choose your own when you sign in.</p>',
  es: '<p>Inicie sesión con <strong>{{email}}</strong> y la contraseña temporal <strong>{{temporaryPassword}}</strong>. Es válida durante 72 horas. Al iniciar sesión elegirá la suya.</p>',
};
const DUE: Record<Language, string> = {
  en: '{{#if endDate}} by {{endDate}}{{/if}}',
  es: '{{#if endDate}} a más tardar el {{endDate}}{{/if}}',
};
const ANONYMOUS: Record<Language, string> = {
  en: '<p>Your answers are anonymous.</p>',
  es: '<p>Sus respuestas son anónimas.</p>',
};
const SIGNED_IN = '{{signedInAt}}{{#if browser}}, {{browser}}{{/if}}{{#if address}}, {{address}}{{/if}}';
const link = (label: string): string => `<p><a href="{{link}}">${label}</a></p>`;
const body = (language: Language, ...paragraphs: string[]): string => [GREETING[language], ...paragraphs].join('\n');

/** The first line of every email: a recipient of the first one may not know the service. */
export const PURPOSE: Readonly<Record<Language, (organization: string) => string>> = {
  en: (organization) => `${organization}: evaluations, surveys, goals and development plans at work`,
  es: (organization) => `${organization}: evaluaciones, encuestas, objetivos y planes de desarrollo en el trabajo`,
};

/** What the link to a person's choice of emails is called. */
export const MAIL_CHOICE: Readonly<Record<Language, string>> = {
  en: 'Choose which emails you get',
  es: 'Elegir qué correos recibe',
};

/** The emails that are sent while neither the organization nor the platform has its own template. */
export const DEFAULT_TEMPLATES: Readonly<Record<TemplateKey, Readonly<Record<Language, MailTexts>>>> = {
  invite: {
    en: {
      subject: 'Your access to {{organization}}',
      body: body('en', '<p>{{organization}} has created an account for you.</p>', SIGN_IN.en, link('Sign in')),
    },
    es: {
      subject: 'Su acceso a {{organization}}',
      body: body('es', '<p>{{organization}} ha creado una cuenta para usted.</p>', SIGN_IN.es, link('Iniciar sesión')),
    },
  },
  'reset-password': {
    en: {
      subject: 'Your new temporary password',
      body: body('en', '<p>An administrator has reset your password.</p>', SIGN_IN.en, link('Sign in')),
    },
    es: {
      subject: 'Su nueva contraseña temporal',
      body: body('es', '<p>Un administrador ha restablecido su contraseña.</p>', SIGN_IN.es, link('Iniciar sesión')),
    },
  },
  'forgot-password': {
    en: {
      subject: 'Choose a new password',
      body: body(
        'en',
        '<p>We received a request to reset the password of {{email}}. The link works once, within one hour.</p>',
        link('Choose a new password'),
        '<p>If this was not you, ignore this email. Your password does not change.</p>',
      ),
    },
    es: {
      subject: 'Elija una contraseña nueva',
      body: body(
        'es',
        '<p>Hemos recibido una solicitud para restablecer la contraseña de {{email}}. El enlace sirve una sola vez y durante una hora.</p>',
        link('Elegir una contraseña nueva'),
        '<p>Si no ha sido usted, ignore este correo: su contraseña no cambiará.</p>',
      ),
    },
  },
  'cycle-opened': {
    en: {
      subject: 'Evaluations are open: {{cycle}}',
      body: body(
        'en',
        `<p>{{cycle}} is open. Evaluations for you to answer${DUE.en}: <strong>{{count}}</strong>.</p>`,
        link('Answer my evaluations'),
      ),
    },
    es: {
      subject: 'Evaluaciones abiertas: {{cycle}}',
      body: body(
        'es',
        `<p>{{cycle}} está en marcha. Evaluaciones que debe responder${DUE.es}: <strong>{{count}}</strong>.</p>`,
        link('Responder mis evaluaciones'),
      ),
    },
  },
  'deadline-reminder': {
    en: {
      subject: 'Reminder: {{cycle}}',
      body: body(
        'en',
        `<p>Evaluations of {{cycle}} that you still need to submit${DUE.en}: <strong>{{count}}</strong>.</p>`,
        link('Continue my evaluations'),
      ),
    },
    es: {
      subject: 'Recordatorio: {{cycle}}',
      body: body(
        'es',
        `<p>Evaluaciones de {{cycle}} pendientes de enviar${DUE.es}: <strong>{{count}}</strong>.</p>`,
        link('Continuar mis evaluaciones'),
      ),
    },
  },
  'results-published': {
    en: {
      subject: 'Your results are published: {{cycle}}',
      body: body('en', '<p>You can read your results of {{cycle}} and acknowledge them.</p>', link('View my results')),
    },
    es: {
      subject: 'Sus resultados están publicados: {{cycle}}',
      body: body(
        'es',
        '<p>Ya puede leer sus resultados de {{cycle}} y confirmar que los ha recibido.</p>',
        link('Ver mis resultados'),
      ),
    },
  },
  'sign-in.new-device': {
    en: {
      subject: 'New sign-in to your account',
      body: body(
        'en',
        '<p>Your account {{email}} of {{organization}} has been used on a new device:</p>',
        `<p><strong>${SIGNED_IN}</strong></p>`,
        '<p>If this was you, you do not have to do anything. If not, end that session in your profile, change your password and tell your administrator.</p>',
        link('View my sessions'),
      ),
    },
    es: {
      subject: 'Nuevo inicio de sesión en su cuenta',
      body: body(
        'es',
        '<p>Se ha iniciado sesión en su cuenta {{email}} de {{organization}} desde un dispositivo nuevo:</p>',
        `<p><strong>${SIGNED_IN}</strong></p>`,
        '<p>Si ha sido usted, no tiene que hacer nada. Si no, cierre esa sesión en su perfil, cambie la contraseña y avise a su administrador.</p>',
        link('Ver mis sesiones'),
      ),
    },
  },
  'email-changed': {
    en: {
      subject: 'The email address of your account has changed',
      body: body(
        'en',
        '<p>Your account of {{organization}} had the address {{email}}. On {{changedAt}} it got another one, and you can no longer sign in with this one. All its sessions have ended.</p>',
        '<p>If you did not expect this, tell {{#if contact}}an administrator at once: {{contact}}{{else}}an administrator of your organization at once{{/if}}.</p>',
      ),
    },
    es: {
      subject: 'Ha cambiado el correo de su cuenta',
      body: body(
        'es',
        '<p>Su cuenta de {{organization}} tenía la dirección {{email}}. El {{changedAt}} se le asignó otra, y ya no puede iniciar sesión con esta. Se han cerrado todas sus sesiones.</p>',
        '<p>Si no lo esperaba, avise cuanto antes a {{#if contact}}un administrador: {{contact}}{{else}}un administrador de su organización{{/if}}.</p>',
      ),
    },
  },
  'survey-opened': {
    en: {
      subject: 'A survey is open: {{survey}}',
      body: body('en', '<p>You are invited to answer {{survey}}.</p>', ANONYMOUS.en, link('Answer the survey')),
    },
    es: {
      subject: 'Hay una encuesta abierta: {{survey}}',
      body: body('es', '<p>Le invitamos a responder {{survey}}.</p>', ANONYMOUS.es, link('Responder la encuesta')),
    },
  },
  'survey-reminder': {
    en: {
      subject: 'Reminder: {{survey}}',
      body: body(
        'en',
        '<p>{{survey}} is still open, and your answers are missing.</p>',
        ANONYMOUS.en,
        '<p>This email is automatic: no one sees who has received it.</p>',
        link('Answer the survey'),
      ),
    },
    es: {
      subject: 'Recordatorio: {{survey}}',
      body: body(
        'es',
        '<p>{{survey}} sigue abierta y faltan sus respuestas.</p>',
        ANONYMOUS.es,
        '<p>Este correo es automático: nadie ve quién lo ha recibido.</p>',
        link('Responder la encuesta'),
      ),
    },
  },
  'nominations-asked': {
    en: {
      subject: 'Name your peers: {{cycle}}',
      body: body(
        'en',
        `<p>In {{cycle}} you choose the colleagues who will evaluate you. Name them${DUE.en}.</p>`,
        link('Name my peers'),
      ),
    },
    es: {
      subject: 'Proponga a sus compañeros: {{cycle}}',
      body: body(
        'es',
        `<p>En {{cycle}} usted elige a los compañeros que le evaluarán. Envíe su propuesta${DUE.es}.</p>`,
        link('Proponer a mis compañeros'),
      ),
    },
  },
  'nominations-returned': {
    en: {
      subject: 'Please choose your peers again: {{cycle}}',
      body: body(
        'en',
        `<p>The peers that you named for {{cycle}} were returned to you. Please choose again${DUE.en}.</p>`,
        '<blockquote>{{reason}}</blockquote>',
        link('Change my peers'),
      ),
    },
    es: {
      subject: 'Elija de nuevo a sus compañeros: {{cycle}}',
      body: body(
        'es',
        `<p>Se le ha devuelto su propuesta de compañeros para {{cycle}}. Elija de nuevo${DUE.es}.</p>`,
        '<blockquote>{{reason}}</blockquote>',
        link('Cambiar mis compañeros'),
      ),
    },
  },
  'plan-to-approve': {
    en: {
      subject: 'A development plan awaits your approval',
      body: body(
        'en',
        '<p>{{employee}} has submitted the development plan “{{plan}}”. You can approve it, or reject it with a reason.</p>',
        link('View the plan'),
      ),
    },
    es: {
      subject: 'Hay un plan de desarrollo pendiente de su aprobación',
      body: body(
        'es',
        '<p>{{employee}} ha enviado el plan de desarrollo «{{plan}}». Puede aprobarlo, o rechazarlo con un motivo.</p>',
        link('Ver el plan'),
      ),
    },
  },
  'plan-decided': {
    en: {
      subject: 'Your development plan was {{#if reason}}rejected{{else}}approved{{/if}}',
      body: body(
        'en',
        '{{#if reason}}<p>Your development plan “{{plan}}” was rejected. You can change it and submit it again.</p><blockquote>{{reason}}</blockquote>{{else}}<p>Your development plan “{{plan}}” was approved. You can start it now.</p>{{/if}}',
        link('View my plan'),
      ),
    },
    es: {
      subject: 'Se ha {{#if reason}}rechazado{{else}}aprobado{{/if}} su plan de desarrollo',
      body: body(
        'es',
        '{{#if reason}}<p>Se ha rechazado su plan de desarrollo «{{plan}}». Puede cambiarlo y enviarlo de nuevo.</p><blockquote>{{reason}}</blockquote>{{else}}<p>Se ha aprobado su plan de desarrollo «{{plan}}». Ya puede comenzarlo.</p>{{/if}}',
        link('Ver mi plan'),
      ),
    },
  },
  'evaluations-added': {
    en: {
      subject: 'New evaluations to answer: {{cycle}}',
      body: body(
        'en',
        `<p>You were asked for more evaluations in {{cycle}}. New ones for you to answer${DUE.en}: <strong>{{count}}</strong>.</p>`,
        link('Answer my evaluations'),
      ),
    },
    es: {
      subject: 'Nuevas evaluaciones por responder: {{cycle}}',
      body: body(
        'es',
        `<p>Se le han pedido más evaluaciones en {{cycle}}. Nuevas por responder${DUE.es}: <strong>{{count}}</strong>.</p>`,
        link('Responder mis evaluaciones'),
      ),
    },
  },
  'guest-invited': {
    en: {
      subject: '{{organization}} asks for your opinion: {{subjects}}',
      body: body(
        'en',
        `<p>{{organization}} asks for your opinion about the work of <strong>{{subjects}}</strong>, with whom you work (“{{cycle}}”). Please answer${DUE.en}.</p>`,
        link('Answer the questions'),
        '<p>The link is yours alone: you need no account, please do not forward it. The page says who reads your answers, and you can decline there.</p>',
      ),
    },
    es: {
      subject: '{{organization}} le pide su opinión: {{subjects}}',
      body: body(
        'es',
        `<p>{{organization}} le pide su opinión sobre el trabajo de <strong>{{subjects}}</strong>, con quien trabaja usted («{{cycle}}»). Puede responder${DUE.es}.</p>`,
        link('Responder las preguntas'),
        '<p>El enlace es solo para usted: no necesita ninguna cuenta; no lo reenvíe, por favor. La página indica quién lee sus respuestas, y allí también puede declinar.</p>',
      ),
    },
  },
};
