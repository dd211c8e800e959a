const quoted = /^[ \t]*(?:>|&gt;)/;
const fence = /^[ \t]*(?:```|~~~)/;

/**
 * A body in which quoted lines and fenced code are blanked out. Length and line ends stay, so that positions remain those of the
 * body.
 */
export function ownText(body: string): string {
  if (!body.includes('>') && !body.includes('&gt;') && !body.includes('```') && !body.includes('~~~')) return body;
  let fenced = false;
  return body
    .split('\n')
    .map((line) => {
      const isFence = fence.test(line);
      if (isFence) fenced = !fenced;
      return isFence || fenced || quoted.test(line) ? ' '.repeat(line.length) : line;
    })
    .join('\n');
}
