import { useState, type SubmitEvent } from 'react';
import { viewRoutes, type ViewList } from '#shared/views.ts';
import { call, markStale } from '#web/lib/api.ts';
import { messageOf, useAction } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { texts } from '../texts.ts';

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
  const { isBusy, failure, start } = useAction((error) => texts.failed(messageOf(error)));
  const save = async () => {
    await call(viewRoutes.save, { body: { list, name, query } });
    markStale(['/views']);
    onDone();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start(save);
  };
  return (
    <DialogContent>
      <form onSubmit={submit}>
        <DialogHeader title={texts.saveView} text={texts.saveViewHint} />
        <Field label={texts.viewName} error={failure} className="mt-4">
          <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        <DialogFooter>
          <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
