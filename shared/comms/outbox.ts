import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { config } from '../kernel/config';
import { newId } from '../kernel/ids';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The folder of the mails that are not sent (decisions 6, "Mail"). */
export function outboxFolder(): string {
  return resolve(config().DATA_DIR, 'outbox');
}

/**
 * Writes a mail as `<name>.eml` and returns that file's name. The same name again replaces the file whole, so that a mail that is
 * repeated is there once.
 */
export async function writeToOutbox(name: string, mail: SendMailOptions): Promise<string> {
  const { message } = await composer.sendMail(mail);
  const folder = outboxFolder();
  await mkdir(folder, { recursive: true });
  const file = `${name}.eml`;
  const unfinished = join(folder, `${newId()}.tmp`);
  await writeFile(unfinished, message, { mode: 0o600 });
  await rename(unfinished, join(folder, file));
  return file;
}
