/** The one-time code of a demo's link, `/login#demo=…`. In the fragment, so that it reaches no server's log. */
export const demoCode = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('demo');
