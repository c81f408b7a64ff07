import { patientFetch } from '../http/patient-fetch';

/**
 * Reads server-sent events and hands each one's data on, until the stream ends; throws when it breaks. Written over `fetch`,
 * since EventSource can name no organization that an operator acts for.
 */
export async function readEvents(path: string, signal: AbortSignal, onData: (data: unknown) => void): Promise<void> {
  const url = new URL(path, globalThis.location.origin);
  const response = await patientFetch(new Request(url, { signal, headers: { Accept: 'text/event-stream' } }));
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice('data: '.length));
      if (data.length > 0) onData(JSON.parse(data.join('\n')));
    }
  }
}
