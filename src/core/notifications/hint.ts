/** Host and last characters of a URL that is itself a secret. */
export function hintOfUrl(text: string): string {
  const { host, pathname, search } = new URL(text);
  const rest = `${pathname}${search}`;
  return rest.length > 12 ? `${host}/…${rest.slice(-4)}` : `${host}/…`;
}
