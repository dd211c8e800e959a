import { useState, type SubmitEvent } from 'react';
import { viewRoutes, type ViewList } from '#shared/views.ts';
import { call, markStale } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { texts } from './texts.ts';

interface ViewNameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  list: ViewList;
  /** The current URL's query. */
  query: string;
}

export function ViewNameDialog({ open, onOpenChange, list, query }: ViewNameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {open ? <NameForm list={list} query={query} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

function NameForm({ list, query, onDone }: { list: ViewList; query: string; onDone: () => void }) {
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await call(viewRoutes.save, { body: { list, name, query } });
      markStale(['/views']);
      onDone();
    } catch (error) {
      setFailure(texts.failed(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <DialogContent>
      <form onSubmit={(event) => void submit(event)}>
        <DialogHeader>
          <DialogTitle>{texts.saveView}</DialogTitle>
          <DialogDescription>{texts.saveViewHint}</DialogDescription>
        </DialogHeader>
        <Field label={texts.viewName} error={failure} className="mt-4">
          <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        <DialogFooter>
          <Button type="submit" disabled={name.trim() === ''}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
