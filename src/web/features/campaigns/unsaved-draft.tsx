import { useState } from 'react';
import type { CampaignInput } from '#shared/campaigns.ts';
import { draftOwner, useUser } from '#web/lib/session.tsx';
import { unsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { type CampaignDraft, draftOf, draftOfText, textOfDraft } from './draft.ts';
import { editorTexts as texts } from './texts.ts';

/** The draft of a campaign. Unsaved changes are kept under `draftKey`, across reloads and sessions. */
export function useUnsavedDraft(draftKey: string, saved: CampaignInput) {
  const owner = draftOwner(useUser());
  const [restored] = useState(() => draftOfText(saved, unsaved.read(owner, draftKey)));
  const [draft, setDraft] = useState(restored ?? (() => draftOf(saved)));
  const [isBack, setBack] = useState(restored !== null);
  const forget = () => {
    unsaved.forget(owner, draftKey);
    setBack(false);
  };
  return {
    draft,
    /** Whether the draft was restored from an earlier visit. */
    isBack,
    edit: (next: CampaignDraft) => {
      setDraft(next);
      unsaved.keep(owner, draftKey, textOfDraft(saved, next));
    },
    forget,
    discard: () => {
      forget();
      setDraft(draftOf(saved));
    },
  };
}

/** Says that the draft of an earlier visit is back. */
export function BackNote({ onDiscard }: { onDiscard: () => void }) {
  const action = (
    <Button variant="outline" size="sm" onClick={onDiscard}>
      {texts.discardBack}
    </Button>
  );
  return (
    <Note action={action} className="mb-8">
      {texts.isBack}
    </Note>
  );
}
