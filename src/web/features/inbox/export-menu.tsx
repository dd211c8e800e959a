import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

interface ExportMenuProps {
  /** Saves what the list shows, with its filters. */
  onSave: (form: 'csv' | 'json') => Promise<void>;
}

export function ExportMenu({ onSave }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const save = async (form: 'csv' | 'json') => {
    setBusy(true);
    try {
      await onSave(form);
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

export const exportName = (noun: string, form: string): string => `earshot-${noun}-${new Date().toISOString().slice(0, 10)}.${form}`;
