/** Shortened between words, with an ellipsis if anything was left out. */
export const cutAtWord = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max)
        .toWellFormed()
        .replace(/\s+\S*$/u, '')} …`;
