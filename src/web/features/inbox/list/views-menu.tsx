import { Bookmark, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { viewRoutes, type View, type ViewList } from '#shared/views.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/attempt.ts';
import { t } from '#web/lib/language.ts';
import { useCan } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { texts } from '../texts.ts';

type Shown = Pick<View, 'name' | 'query'>;

const builtInViews: Record<ViewList, readonly Shown[]> = {
  leads: [
    { name: t('Needs me'), query: '' },
    { name: t('All leads'), query: 'view=all' },
    { name: t('Replied to you'), query: 'stage=replied' },
    { name: t('Board'), query: 'view=board' },
  ],
  posts: [
    { name: t('All posts'), query: '' },
    { name: t('Unseen'), query: 'unseen=1' },
    { name: t('Last 24 hours'), query: 'since=1d&sort=-discoveredAt' },
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

const ViewNameDialog = lazyDialog(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

const forget = ({ id }: View) =>
  attempt(async () => {
    await call(viewRoutes.remove, { params: { id } });
    markStale(['/views']);
  }, texts.failed);

export function ViewsMenu({ list }: { list: ViewList }) {
  const [address, setAddress] = useSearchParams();
  const [naming, setNaming] = useState(false);
  const { data } = useApi(viewRoutes.list, {});
  const own = data?.items.filter((view) => view.list === list) ?? [];
  const { work } = useCan();
  const here = viewQuery(address);
  const current = [...builtInViews[list], ...own].find(({ query }) => isSameView(query, here));
  const ownCurrent = own.find((view) => view === current);
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" size="sm" icon={Bookmark} aria-label={`${texts.views}: ${current?.name ?? texts.customFilters}`}>
            <span className="max-w-40 truncate max-md:sr-only">{current?.name ?? texts.customFilters}</span>
          </Button>
        }
      >
        {[...builtInViews[list], ...own].map(({ name, query }) => (
          <MenuItem key={`${name} ${query}`} onSelect={() => setAddress(new URLSearchParams(query))}>
            <bdi className={current?.name === name ? 'font-semibold' : undefined}>{name}</bdi>
          </MenuItem>
        ))}
        {current || !work ? null : (
          <MenuItem icon={Plus} onSelect={() => setNaming(true)}>
            {texts.saveView}
          </MenuItem>
        )}
        {ownCurrent && work ? (
          <MenuItem icon={Trash2} destructive onSelect={() => void forget(ownCurrent)}>
            {texts.deleteView(ownCurrent.name)}
          </MenuItem>
        ) : null}
      </Menu>
      <ViewNameDialog open={naming} onOpenChange={setNaming} list={list} query={here} />
    </>
  );
}
