/** Milliseconds this thread has computed: other work on the machine does not count, so that figures hold per core. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
