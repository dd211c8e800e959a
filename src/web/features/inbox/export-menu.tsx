import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportRoutes } from '#shared/exports.ts';
import type { ViewList } from '#shared/views.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

const routes = {
  leads: { csv: exportRoutes.leadsCsv, json: exportRoutes.leadsJson },
  posts: { csv: exportRoutes.postsCsv, json: exportRoutes.postsJson },
};

/** Exports the list with its current filters. */
export function ExportMenu({ list, query }: { list: ViewList; query: object }) {
  const [busy, setBusy] = useState(false);
  const save = async (form: 'csv' | 'json') => {
    setBusy(true);
    try {
      await saveFile(routes[list][form], { query }, `earshot-${list}-${new Date().toISOString().slice(0, 10)}.${form}`);
    } catch (error) {
      toast.error(texts.failed(error instanceof Error ? error.message : String(error)));
    }
    setBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={<Button variant="ghost" size="icon-sm" icon={Download} busy={busy} aria-label={texts.export} title={texts.export} />}
    >
      <MenuItem onSelect={() => void save('csv')}>{texts.exportCsv}</MenuItem>
      <MenuItem onSelect={() => void save('json')}>{texts.exportJson}</MenuItem>
    </Menu>
  );
}
