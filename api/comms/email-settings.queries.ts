import { findMailRoute, MailRouteSource, storedEmailSettings } from '../../shared/comms/mail/mail-route.store';
import { type EmailSettingsView, MailInUse, toEmailSettingsView } from './email-settings.dto';

const IN_USE: Readonly<Record<MailRouteSource, MailInUse>> = {
  [MailRouteSource.Own]: MailInUse.Own,
  [MailRouteSource.Platform]: MailInUse.Platform,
  [MailRouteSource.Environment]: MailInUse.Environment,
  [MailRouteSource.Outbox]: MailInUse.Outbox,
};

/** Returns the mail settings of the organization (or the platform), and where its emails are sent now. */
export async function getEmailSettings(): Promise<EmailSettingsView> {
  const [row, route] = [await storedEmailSettings(), await findMailRoute()];
  return toEmailSettingsView(row, route && IN_USE[route.source]);
}
