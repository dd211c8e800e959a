import { useState, type SubmitEvent } from 'react';
import { type Competitor, competitorInputSchema, competitorRoutes } from '#shared/competitors.ts';
import { ApiError, call, markStale } from '#web/lib/api.ts';
import { checkFields, fieldErrorsOf, type FieldErrors } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { texts } from './texts.ts';

interface CompetitorDialogProps {
  /** `new` adds one; null means closed. */
  asked: Competitor | 'new' | null;
  onClose: () => void;
}

export function CompetitorDialog({ asked, onClose }: CompetitorDialogProps) {
  return (
    <Dialog open={asked !== null} onOpenChange={(open) => !open && onClose()}>
      {asked === null ? null : <CompetitorForm competitor={asked === 'new' ? null : asked} onDone={onClose} />}
    </Dialog>
  );
}

const formTexts = texts.form;
const firstError = (errors: FieldErrors, field: string): string | undefined =>
  Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];

function useDraft(competitor: Competitor | null, onDone: () => void) {
  const [draft, setDraft] = useState({
    name: competitor?.name ?? '',
    aliases: competitor?.aliases ?? [],
    keywords: competitor?.keywords ?? [],
    website: competitor?.website ?? '',
    notes: competitor?.notes ?? '',
    own: competitor?.own ?? false,
  });
  const [state, setState] = useState<{ busy: boolean; errors: FieldErrors; failure: string | null }>({
    busy: false,
    errors: {},
    failure: null,
  });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const checked = checkFields(competitorInputSchema, draft);
    if ('errors' in checked) return setState({ busy: false, errors: checked.errors, failure: null });
    setState({ busy: true, errors: {}, failure: null });
    try {
      const body = checked.data;
      if (competitor) await call(competitorRoutes.update, { params: { id: competitor.id }, body });
      else await call(competitorRoutes.create, { body });
      markStale(['/competitors']);
      return onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = fieldErrorsOf(error.details);
      return setState({ busy: false, errors, failure: Object.keys(errors).length > 0 ? null : error.message });
    }
  };
  return { draft, change: (part: Partial<typeof draft>) => setDraft({ ...draft, ...part }), submit, ...state };
}

function CompetitorForm({ competitor, onDone }: { competitor: Competitor | null; onDone: () => void }) {
  const { draft, change, submit, busy, errors, failure } = useDraft(competitor, onDone);
  return (
    <DialogContent size="lg">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogHeader>
          <DialogTitle>{competitor ? formTexts.edit(competitor.name) : formTexts.add}</DialogTitle>
          <DialogDescription>{formTexts.hint}</DialogDescription>
        </DialogHeader>
        <div className="mt-4 flex flex-col gap-4">
          {failure ? <Note tone="bad">{failure}</Note> : null}
          <Field label={formTexts.name} error={firstError(errors, 'name')}>
            <Input value={draft.name} maxLength={60} onChange={(event) => change({ name: event.target.value })} />
          </Field>
          <Field label={formTexts.aliases} hint={formTexts.aliasesHint} error={firstError(errors, 'aliases')}>
            <ChipInput values={draft.aliases} max={20} onChange={(aliases) => change({ aliases })} />
          </Field>
          <Field label={formTexts.keywords} hint={formTexts.keywordsHint} error={firstError(errors, 'keywords')}>
            <ChipInput values={draft.keywords} max={20} onChange={(keywords) => change({ keywords })} />
          </Field>
          <Field label={formTexts.website} error={firstError(errors, 'website')}>
            <Input type="url" value={draft.website} placeholder="https://" onChange={(event) => change({ website: event.target.value })} />
          </Field>
          <Field label={formTexts.notes} error={firstError(errors, 'notes')}>
            <Textarea value={draft.notes} maxLength={5000} onChange={(event) => change({ notes: event.target.value })} />
          </Field>
          <Switch checked={draft.own} onChange={(event) => change({ own: event.target.checked })}>
            {formTexts.own}
          </Switch>
        </div>
        <DialogFooter>
          <Button type="submit" busy={busy}>
            {competitor ? formTexts.save : formTexts.add}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
