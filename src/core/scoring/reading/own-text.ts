const quoted = /^[ \t]*(?:>|&gt;)/;
const fence = /^[ \t]*(?:```|~~~)/;

/**
 * A body with what its author did not say blanked out: lines quoted from others and fenced code. Its length and
 * line ends stay, so that positions in it are positions in the body.
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
