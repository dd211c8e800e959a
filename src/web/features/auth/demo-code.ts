/** The one-time code of a demo link, `/login#demo=…`. It is in the fragment so that it never reaches a server log. */
export const demoCode = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('demo');
