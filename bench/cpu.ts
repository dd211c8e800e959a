/** CPU milliseconds of this thread, which other load doesn't affect, so figures are per core. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of all threads: SQLite's statements run in threads of their own. */
export function processCpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
