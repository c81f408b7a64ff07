import { toApiError } from './api-error';
import { patientFetch } from './patient-fetch';

/** A name of plain letters stands without quotes. */
const FILE_NAME = /filename\*=UTF-8''([^;]+)|filename="?([^";]+)"?/;

/** Saves what a GET of the API answers to the user's disk, under the name that the answer gives. */
export async function saveFile(path: string): Promise<void> {
  const response = await patientFetch(new Request(new URL(path, globalThis.location.origin)));
  if (!response.ok) throw toApiError(response, null);
  const [, encoded, plain = ''] = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = encoded === undefined ? plain : decodeURIComponent(encoded);
  link.click();
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
