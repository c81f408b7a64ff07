import { toApiError } from './api-error';
import { patientFetch } from './patient-fetch';

/** A name of plain letters needs no quotes. */
const FILE_NAME = /filename\*=UTF-8''([^;]+)|filename="?([^";]+)"?/;

/** Saves what a GET of the API answers to the user's disk, under the name that the answer gives. */
export async function saveFile(path: string): Promise<void> {
  const response = await patientFetch(new Request(new URL(path, globalThis.location.origin)));
  if (!response.ok) throw toApiError(response, null);
  const [, encoded, plain = ''] = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  saveBlob(await response.blob(), encoded === undefined ? plain : decodeURIComponent(encoded));
}

/** Saves what the page has made to the user's disk. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
