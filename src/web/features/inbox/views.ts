import type { View, ViewList } from '#shared/views.ts';

type Shown = Pick<View, 'name' | 'query'>;

export const builtInViews: Record<ViewList, readonly Shown[]> = {
  leads: [
    { name: 'Needs me', query: '' },
    { name: 'All leads', query: 'view=all' },
    { name: 'Replied to you', query: 'stage=replied' },
    { name: 'Board', query: 'view=board' },
  ],
  posts: [
    { name: 'All posts', query: '' },
    { name: 'Unseen', query: 'unseen=1' },
    { name: 'Last 24 hours', query: 'since=1d&sort=-discoveredAt' },
  ],
};

/** The part of the URL that defines a view: everything but the open item. */
export function viewQuery(address: URLSearchParams): string {
  const view = new URLSearchParams(address);
  for (const name of ['lead', 'post']) view.delete(name);
  return view.toString();
}

/** Ignores the order of parameters. */
export function isSameView(one: string, other: string): boolean {
  const [a, b] = [one, other].map((query) => [...new URLSearchParams(query)].map(String).sort().join('&'));
  return a === b;
}
