/** Picks one of `options` by its figure, 1 for the first. */
export function findByFigure<T>(key: string, options: readonly T[]): T | undefined {
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}
