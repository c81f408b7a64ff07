import autocannon from 'autocannon';

/** Requests of one kind, over connections that stay open. */
export interface HttpLoad {
  url: string;
  headers?: Record<string, string>;
  requests: number;
  connections?: number;
  /** The status that every answer must have; 200 unless told otherwise. */
  status?: number;
}

const CONNECTIONS = 20;
/** The end of a run is noticed at a sample: by default, up to a second late. */
const SAMPLE_MS = 20;
/** A busy machine is slow, not wrong. */
const TIMEOUT_SECONDS = 60;

/** Sends GET requests from a thread of its own until all are answered; throws an Error when one has another status. */
export async function sendLoad({
  url,
  headers = {},
  requests,
  connections = CONNECTIONS,
  status = 200,
}: HttpLoad): Promise<void> {
  const bounds = { amount: requests, connections, workers: 1, sampleInt: SAMPLE_MS, timeout: TIMEOUT_SECONDS };
  const result = await autocannon({ url, headers, ...bounds });
  const failures = requests - (result.statusCodeStats?.[`${status}`]?.count ?? 0);
  if (failures > 0) throw new Error(`${failures} of ${requests} requests to ${url} failed.`);
}
