import type { Language } from './notification-texts.rules';
import type { MailTexts, TemplateKey } from './template-key';

const GREETING: Record<Language, string> = { en: '<p>Hello {{name}},</p>', es: '<p>Hola, {{name}}:</p>' };
const SIGN_IN: Record<Language, string> = {
  en: '<p>Sign in with <strong>{{email}}</strong> and the temporary password <strong>{{temporaryPassword}}</strong>. It is valid for 72 hours. You choose your own when you sign in.</p>',
  es: '<p>Inicie sesión con <strong>{{email}}</strong> y la contraseña temporal <strong>{{temporaryPassword}}</strong>. Es válida durante 72 horas. Al iniciar sesión elegirá la suya.</p>',
};
const DUE: Record<Language, string> = {
  en: '{{#if endDate}} by {{endDate}}{{/if}}',
  es: '{{#if endDate}} hasta el {{endDate}}{{/if}}',
};
const SIGNED_IN = '{{signedInAt}}{{#if browser}}, {{browser}}{{/if}}{{#if address}}, {{address}}{{/if}}';
const link = (label: string): string => `<p><a href="{{link}}">${label}</a></p>`;
const body = (language: Language, ...paragraphs: string[]): string => [GREETING[language], ...paragraphs].join('\n');

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
};
