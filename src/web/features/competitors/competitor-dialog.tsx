import { useState } from 'react';
import { withScheme } from '#shared/common.ts';
import { type Competitor, competitorInputSchema, competitorRoutes } from '#shared/competitors.ts';
import { call, markStale } from '#web/lib/api.ts';
import { checkFields, useCheckedForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Input, Textarea, FormFailure } from '#web/ui/field.tsx';
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
function CompetitorForm({ competitor, onDone }: { competitor: Competitor | null; onDone: () => void }) {
  const [draft, setDraft] = useState({
    name: competitor?.name ?? '',
    aliases: competitor?.aliases ?? [],
    keywords: competitor?.keywords ?? [],
    website: competitor?.website ?? '',
    notes: competitor?.notes ?? '',
    own: competitor?.own ?? false,
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const form = useCheckedForm(
    () => checkFields(competitorInputSchema, draft),
    async (body) => {
      await (competitor ? call(competitorRoutes.update, { params: { id: competitor.id }, body }) : call(competitorRoutes.create, { body }));
      markStale(['/competitors']);
      onDone();
    },
  );
  const errorOf = (field: string) => Object.entries(form.errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
  return (
    <DialogContent size="lg">
      <form {...form.props}>
        <DialogHeader title={competitor ? formTexts.edit(competitor.name) : formTexts.add} text={formTexts.hint} />
        <div className="mt-4 flex flex-col gap-4">
          <FormFailure form={form} />
          <Field label={formTexts.name} error={errorOf('name')}>
            <Input name="name" value={draft.name} maxLength={60} onChange={(event) => change({ name: event.target.value })} />
          </Field>
          <Field label={formTexts.aliases} hint={formTexts.aliasesHint} error={errorOf('aliases')}>
            <ChipInput values={draft.aliases} max={20} onChange={(aliases) => change({ aliases })} />
          </Field>
          <Field label={formTexts.keywords} hint={formTexts.keywordsHint} error={errorOf('keywords')}>
            <ChipInput values={draft.keywords} max={20} onChange={(keywords) => change({ keywords })} />
          </Field>
          <Field label={formTexts.website} error={errorOf('website')}>
            <Input
              name="website"
              type="url"
              value={draft.website}
              placeholder="example.com"
              onChange={(event) => change({ website: event.target.value })}
              onBlur={() => change({ website: withScheme(draft.website.trim()) })}
            />
          </Field>
          <Field label={formTexts.notes} error={errorOf('notes')}>
            <Textarea name="notes" value={draft.notes} maxLength={5000} onChange={(event) => change({ notes: event.target.value })} />
          </Field>
          <Switch checked={draft.own} onChange={(event) => change({ own: event.target.checked })}>
            {formTexts.own}
          </Switch>
        </div>
        <DialogFooter>
          <Button type="submit" busy={form.busy}>
            {competitor ? formTexts.save : formTexts.add}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
