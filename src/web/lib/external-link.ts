/** The URL if it is http(s), else null: untrusted text must never become a script or local link. */
export function externalUrl(text: string | null | undefined): string | null {
  if (!text) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** For every external link: no referrer, no opener. */
export const externalRel = 'noopener noreferrer nofollow';
