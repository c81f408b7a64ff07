import type { Language } from './notification-texts.rules';
import type { MailTexts, TemplateKey } from './template-key';

const GREETING: Record<Language, string> = { en: '<p>Hello {{name}},</p>', es: '<p>Hola, {{name}}:</p>' };
const SIGN_IN: Record<Language, string> = {
  en: '<p>Sign in with <strong>{{email}}</strong> and the temporary password <strong>{{temporaryPassword}}</strong>. It is good for 72 hours; you choose your own right after.</p>',
  es: '<p>Inicie sesión con <strong>{{email}}</strong> y la contraseña temporal <strong>{{temporaryPassword}}</strong>. Vale 72 horas; enseguida elegirá la suya.</p>',
};
const UNTIL: Record<Language, string> = {
  en: '{{#if endDate}} until {{endDate}}{{/if}}',
  es: '{{#if endDate}} hasta el {{endDate}}{{/if}}',
};
const link = (label: string): string => `<p><a href="{{link}}">${label}</a></p>`;
const body = (language: Language, ...paragraphs: string[]): string => [GREETING[language], ...paragraphs].join('\n');

/** What is mailed where neither the organization nor the platform has a template of its own. */
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
      body: body('es', '<p>La administración restableció su contraseña.</p>', SIGN_IN.es, link('Iniciar sesión')),
    },
  },
  'forgot-password': {
    en: {
      subject: 'Choose a new password',
      body: body(
        'en',
        '<p>Somebody, most likely you, asked for a new password for {{email}}. The link works once, within an hour.</p>',
        link('Choose a new password'),
        '<p>If it was not you, do nothing: your password stays as it is.</p>',
      ),
    },
    es: {
      subject: 'Elija una contraseña nueva',
      body: body(
        'es',
        '<p>Alguien, probablemente usted, pidió una contraseña nueva para {{email}}. El enlace sirve una sola vez y durante una hora.</p>',
        link('Elegir una contraseña nueva'),
        '<p>Si no fue usted, no haga nada: su contraseña sigue siendo la misma.</p>',
      ),
    },
  },
  'cycle-opened': {
    en: {
      subject: 'Evaluations are open: {{cycle}}',
      body: body(
        'en',
        `<p>{{cycle}} is open. Evaluations for you to answer${UNTIL.en}: <strong>{{count}}</strong>.</p>`,
        link('Answer'),
      ),
    },
    es: {
      subject: 'Evaluaciones abiertas: {{cycle}}',
      body: body(
        'es',
        `<p>{{cycle}} está en marcha. Evaluaciones que debe responder${UNTIL.es}: <strong>{{count}}</strong>.</p>`,
        link('Responder'),
      ),
    },
  },
  'deadline-reminder': {
    en: {
      subject: 'Reminder: {{cycle}}',
      body: body(
        'en',
        `<p>Evaluations of {{cycle}} that you can still submit${UNTIL.en}: <strong>{{count}}</strong>.</p>`,
        link('Continue'),
      ),
    },
    es: {
      subject: 'Recordatorio: {{cycle}}',
      body: body(
        'es',
        `<p>Evaluaciones de {{cycle}} que aún puede enviar${UNTIL.es}: <strong>{{count}}</strong>.</p>`,
        link('Continuar'),
      ),
    },
  },
  'results-published': {
    en: {
      subject: 'Your results are published: {{cycle}}',
      body: body('en', '<p>You can read your results of {{cycle}} and acknowledge them.</p>', link('Read')),
    },
    es: {
      subject: 'Sus resultados están publicados: {{cycle}}',
      body: body('es', '<p>Ya puede leer sus resultados de {{cycle}} y acusar recibo.</p>', link('Leer')),
    },
  },
};
