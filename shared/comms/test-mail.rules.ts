import type { Language } from './notification-texts.rules';
import type { MailTexts } from './template-key';

/** What is mailed to try the settings of a mail server out. */
export const TEST_MAIL: Readonly<Record<Language, MailTexts>> = {
  en: { subject: 'Test mail', body: '<p>This mail shows that the settings of your mail server work.</p>' },
  es: {
    subject: 'Correo de prueba',
    body: '<p>Este correo muestra que la configuración de su servidor funciona.</p>',
  },
};
