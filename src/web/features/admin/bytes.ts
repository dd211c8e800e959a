const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in the largest unit that leaves at least one, such as 1.4 GB. */
export function inBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value).toString() : value.toFixed(1)} ${units[power] ?? 'B'}`;
}
