import { Bookmark, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { viewRoutes, type View, type ViewList } from '#shared/views.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { builtInViews, isSameView, viewQuery } from './views.ts';
import { texts } from './texts.ts';

const ViewNameDialog = lazyDialog(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

const labelOf = (error: unknown) => texts.failed(error instanceof Error ? error.message : String(error));

async function forget({ id }: View): Promise<void> {
  try {
    await call(viewRoutes.remove, { params: { id } });
    markStale(['/views']);
  } catch (error) {
    showToast.error(labelOf(error));
  }
}

export function ViewsMenu({ list }: { list: ViewList }) {
  const [address, setAddress] = useSearchParams();
  const [naming, setNaming] = useState(false);
  const { data } = useApi(viewRoutes.list, {});
  const own = data?.items.filter((view) => view.list === list) ?? [];
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
        {current ? null : (
          <MenuItem icon={Plus} onSelect={() => setNaming(true)}>
            {texts.saveView}
          </MenuItem>
        )}
        {ownCurrent ? (
          <MenuItem icon={Trash2} destructive onSelect={() => void forget(ownCurrent)}>
            {texts.deleteView(ownCurrent.name)}
          </MenuItem>
        ) : null}
      </Menu>
      <ViewNameDialog open={naming} onOpenChange={setNaming} list={list} query={here} />
    </>
  );
}
