import { useState, type SubmitEvent } from 'react';
import { ruleOf, withChange } from '#shared/suggestions.ts';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { ChangeEffect, recordChange } from '#web/features/campaigns/change-effect.tsx';
import { detailsOf, useAction } from '#web/lib/failure.ts';
import { call, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { changeOf, longestStrike, type StrikeKind, strikeKinds, wordsOf } from './strike-bar.tsx';
import { strikeTexts as texts } from './reader-texts.ts';

export interface StrikeRequest {
  campaignId: string;
  kind: StrikeKind;
  words: string;
}

interface StrikeDialogProps {
  open: boolean;
  request: StrikeRequest | null;
  onClose: () => void;
}

/** Excludes words from a campaign or makes a rule of them, once the effect on what is stored is known. */
export function StrikeDialog({ open, request, onClose }: StrikeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose}>
      {request ? (
        <DialogContent>
          <StrikeLoader request={request} onDone={onClose} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

function StrikeLoader({ request, onDone }: { request: StrikeRequest; onDone: () => void }) {
  const { data, error } = useApi(campaignRoutes.get, { params: { id: request.campaignId } });
  return (
    <>
      <DialogHeader title={texts.title} text={data ? texts.text(data.name) : undefined} />
      {data ? <StrikeForm campaign={data} request={request} onDone={onDone} /> : null}
      {!data && error ? (
        <div className="mt-4">
          <Note tone="bad">{texts.failed(error.message)}</Note>
        </div>
      ) : null}
      {data || error ? null : <Skeleton className="mt-4 h-24" />}
    </>
  );
}

const kinds = strikeKinds.map((value) => ({ value, label: texts.kinds[value] }));

function StrikeForm({ campaign, request, onDone }: { campaign: Campaign; request: StrikeRequest; onDone: () => void }) {
  const [kind, setKind] = useState(request.kind);
  const [typed, setTyped] = useState(request.words);
  const { isBusy, failure, start } = useAction(detailsOf);
  const words = wordsOf(typed);
  const change = changeOf(kind, words);
  const body = words === '' ? null : withChange(campaign, change);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!body) return;
    void start(async () => {
      await call(campaignRoutes.update, { params: { id: campaign.id }, body });
      recordChange(campaign, change, texts.done[kind](words, campaign.name));
      onDone();
    });
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {failure ? <Note tone="bad">{texts.failed(failure)}</Note> : null}
      <div>
        <Segmented label={texts.title} options={kinds} value={kind} onChange={setKind} />
      </div>
      <Field
        label={texts.words}
        hint={kind === 'more' && words !== '' ? texts.rule(ruleOf(words)) : texts.hint}
        error={words !== '' && !body ? texts.known[kind] : null}
      >
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a key or a click; Enter then saves
          autoFocus
          dir="auto"
          value={typed}
          maxLength={longestStrike}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <ChangeEffect campaign={campaign} change={body} />
      <DialogFooter>
        <Button type="submit" busy={isBusy} disabled={!body}>
          {texts.submit[kind]}
        </Button>
      </DialogFooter>
    </form>
  );
}
