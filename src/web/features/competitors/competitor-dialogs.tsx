import { useState } from 'react';
import { withScheme } from '#shared/common.ts';
import {
  type Competitor,
  competitorInputSchema,
  competitorRoutes,
  type CompetitorDiscovery,
  discoveryRequestSchema,
} from '#shared/competitors.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { call, markStale, ApiError } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { checkFields, useCheckedForm, useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader, TitledDialog } from '#web/ui/dialog.tsx';
import { Field, Input, Textarea, FormFailure } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { EmptyState } from '#web/ui/states.tsx';
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

const discoveryTexts = texts.discovery;

export function DiscoverDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <TitledDialog open={open} onOpenChange={(next) => !next && onClose()} title={texts.discover} text={discoveryTexts.lead} size="lg">
      <Discovery onDone={onClose} />
    </TitledDialog>
  );
}

function Discovery({ onDone }: { onDone: () => void }) {
  const [discovered, setDiscovered] = useState<CompetitorDiscovery | null>(null);
  const form = useForm(discoveryRequestSchema, async (body) => setDiscovered(await call(competitorRoutes.discover, { body })));
  return (
    <>
      <form {...form.props} className="mt-4 flex flex-wrap items-end gap-2">
        <Field label={discoveryTexts.address} error={form.errors['websiteUrl'] ?? form.failure} className="flex-1">
          <Input name="websiteUrl" inputMode="url" placeholder="example.com" />
        </Field>
        <Button type="submit" variant={discovered ? 'outline' : 'default'} busy={form.busy}>
          {discoveryTexts.read}
        </Button>
      </form>
      {discovered ? <Choice discovered={discovered} onDone={onDone} /> : null}
    </>
  );
}

/** Adds them one by one and returns the errors. */
async function addAll(names: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const name of names) {
    try {
      await call(competitorRoutes.create, { body: { name } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push(error.message);
    }
  }
  markStale(['/competitors']);
  return problems;
}

function Choice({ discovered, onDone }: { discovered: CompetitorDiscovery; onDone: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, failure, start } = useAction();
  const [problems, setProblems] = useState<string[]>([]);
  const toggle = (name: string) =>
    setChosen(chosen.has(name) ? new Set([...chosen].filter((other) => other !== name)) : new Set([...chosen, name]));
  const add = async () => {
    const failed = await addAll([...chosen]);
    if (failed.length > 0) return setProblems(failed);
    showToast.success(discoveryTexts.added(chosen.size));
    return onDone();
  };
  const { site } = discovered;
  const about = (
    <p className="mt-4 text-13 text-soft-text">
      <b className="font-semibold text-text">{site.name}</b>
      {site.about === '' ? '' : `: ${site.about}`} <span className="text-muted">{discoveryTexts.pages(site.pages)}</span>
    </p>
  );
  if (discovered.candidates.length === 0)
    return (
      <>
        {about}
        <EmptyState help={<HelpLink topic="analytics" section="Competitors" />}>{discoveryTexts.none}</EmptyState>
      </>
    );
  return (
    <>
      {about}
      <ul className="mt-2 divide-y">
        {discovered.candidates.map((found) => (
          <FoundRow key={found.name} found={found} isChosen={chosen.has(found.name)} onToggle={() => toggle(found.name)} />
        ))}
      </ul>
      {problems.map((problem) => (
        <Note key={problem} tone="bad" className="mt-2">
          {problem}
        </Note>
      ))}
      <FormFailure form={{ failure }} className="mt-2" />
      <DialogFooter>
        <Button disabled={chosen.size === 0} busy={isBusy} onClick={() => void start(add)}>
          {discoveryTexts.choose(chosen.size)}
        </Button>
      </DialogFooter>
    </>
  );
}

interface FoundRowProps {
  found: CompetitorDiscovery['candidates'][number];
  isChosen: boolean;
  onToggle: () => void;
}

function FoundRow({ found, isChosen, onToggle }: FoundRowProps) {
  return (
    <li className="py-3">
      <label className="flex items-center gap-2 text-14 font-medium max-md:min-h-10">
        <input type="checkbox" className="size-4 accent-primary" checked={isChosen} disabled={found.known} onChange={onToggle} />
        <span className="min-w-0 wrap-anywhere">{found.name}</span>
        <span className="ml-auto flex-none text-12 font-normal text-muted">
          {found.known ? discoveryTexts.known : discoveryTexts.times(found.count)}
        </span>
      </label>
      {found.seen.map((seen) => (
        <Seen key={`${seen.where} ${seen.quote}`} {...seen} />
      ))}
    </li>
  );
}

/** The passage that mentions it. */
function Seen({ where, quote, url }: CompetitorDiscovery['candidates'][number]['seen'][number]) {
  const link = where === 'heard' ? externalUrl(url) : null;
  return (
    <div className="mt-1 pl-6">
      <p dir="auto" className="text-13 text-soft-text wrap-anywhere">
        {quote}
      </p>
      {link ? (
        <a
          href={link}
          target="_blank"
          rel={externalRel}
          className="text-12 text-primary hover:underline max-md:inline-flex max-md:min-h-10 max-md:items-center"
        >
          {discoveryTexts.source[where]}
        </a>
      ) : (
        <span className="text-12 text-muted wrap-anywhere">
          {discoveryTexts.source[where]}
          {where === 'site' && url ? `: ${url}` : ''}
        </span>
      )}
    </div>
  );
}
