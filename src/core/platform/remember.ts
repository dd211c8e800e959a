/** The same function of a text, which is computed once for each of the texts it got last. */
export function remember<T>(max: number, compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, { result: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.result;
    const result = compute(text);
    const [oldest] = known.keys();
    if (known.size >= max && oldest !== undefined) known.delete(oldest);
    known.set(text, { result });
    return result;
  };
}
