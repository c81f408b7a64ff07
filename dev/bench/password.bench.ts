import { hashPassword } from '../../shared/platform/passwords/passwords';

/** Milliseconds, by the clock and of processors, that one password takes with the parameters in force. */
export async function hashOnePassword(): Promise<{ ms: number; processorMs: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await hashPassword('vivid-otter-parade-41');
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - started, processorMs: (user + system) / 1_000 };
}
