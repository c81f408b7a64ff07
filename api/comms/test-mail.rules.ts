import type { Language } from '../../shared/comms/notification-texts.rules';
import type { MailTexts } from '../../shared/comms/template-key';

/** The email that checks the settings of a mail server. */
export const TEST_MAIL: Readonly<Record<Language, MailTexts>> = {
  en: { subject: 'Test email', body: '<p>This email confirms that the settings of your mail server are correct.</p>' },
  es: {
    subject: 'Correo de prueba',
    body: '<p>Este correo confirma que la configuración de su servidor de correo es correcta.</p>',
  },
};
