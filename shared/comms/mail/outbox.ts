import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { config } from '../../kernel/config';
import { newId } from '../../kernel/ids';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Returns the folder that receives emails instead of a server. */
function outboxFolder(): string {
  return resolve(config().DATA_DIR, 'outbox');
}

/** Writes an email as `<name>.eml` and returns the file name. A repeated email replaces its file. */
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

/** Deletes the emails in the outbox for whose text `names` is true, and returns their number. */
export async function removeFromOutbox(names: (text: string) => boolean): Promise<number> {
  const folder = outboxFolder();
  const files = (await unlessMissing(readdir(folder))) ?? []; // no email has been written yet
  let removed = 0;
  for (const file of files.filter((name) => name.endsWith('.eml'))) {
    const path = join(folder, file);
    const source = await unlessMissing(readFile(path, 'utf8'));
    if (source === null) continue; // another erasure has deleted it
    if (!names(readableMail(source))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Resolves with null when the file or folder does not exist. */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the source of an email followed by its decoded words and parts in plain text. */
function readableMail(source: string): string {
  const decoded = source.replace(/=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi, (_whole, form: string, text: string) =>
    form.toLowerCase() === 'b' ? fromBase64(text) : fromQuotedPrintable(text.replaceAll('_', ' ')),
  );
  const parts = source.matchAll(/Content-Transfer-Encoding: base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/gi);
  return [decoded, fromQuotedPrintable(source), ...[...parts].map(([, body = '']) => fromBase64(body))].join('\n');
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
