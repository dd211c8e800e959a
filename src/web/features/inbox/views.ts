import type { View, ViewList } from '#shared/views.ts';

type Shown = Pick<View, 'name' | 'query'>;

/** There for everybody, before anything is saved. */
export const builtInViews: Record<ViewList, readonly Shown[]> = {
  leads: [
    { name: 'All leads', query: '' },
    { name: 'Needs me', query: 'stage=new' },
    { name: 'They wrote back', query: 'stage=replied' },
    { name: 'Board', query: 'view=board' },
  ],
  posts: [
    { name: 'All posts', query: '' },
    { name: 'Not seen yet', query: 'unseen=1' },
    { name: 'Last 24 hours', query: 'since=1d&sort=-discoveredAt' },
  ],
};

/** What of an address makes a view: all but what is open in it. */
export function viewQuery(address: URLSearchParams): string {
  const view = new URLSearchParams(address);
  for (const name of ['lead', 'post']) view.delete(name);
  return view.toString();
}

/** The order of the parts makes no difference. */
export function isSameView(one: string, other: string): boolean {
  const [a, b] = [one, other].map((query) => [...new URLSearchParams(query)].map(String).sort().join('&'));
  return a === b;
}
