/** The address when it is a web address, else null: text of strangers never becomes a script or a local link. */
export function outwardLink(text: string | null | undefined): string | null {
  if (!text) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** For every link that leaves the app: Reddit learns neither who came nor from where. */
export const outwardRel = 'noopener noreferrer nofollow';
