/** CPU milliseconds of this thread, which other load doesn't affect, so figures are per core. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
