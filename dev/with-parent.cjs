// Preloaded into the service's processes: they stop when the process that started them has ended, even by SIGKILL.
const MAX_MS = 4_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), MAX_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref(); // the connection to the parent alone keeps no process alive
