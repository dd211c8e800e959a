import { Globe } from 'lucide-react';
import { type Proposal, websiteUrlSchema } from '#shared/campaigns.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconInput } from '#web/ui/input.tsx';
import { texts } from './texts.ts';
import { useProposal } from './use-proposal.ts';

/** Reads "example.com" as https://example.com. */
const asUrl = (text: string): string => (/^[a-z]+:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);

interface WebsiteFormProps {
  text: string;
  onText: (text: string) => void;
  onProposal: (proposal: Proposal) => void;
}

export function WebsiteForm({ text, onText, onProposal }: WebsiteFormProps) {
  const { isBusy, error, setError, propose } = useProposal();
  const submit = () => {
    const url = websiteUrlSchema.safeParse(asUrl(text));
    if (text.trim() === '' || !url.success || !new URL(url.data).hostname.includes('.')) setError(texts.websiteNeeded);
    else void propose({ mode: 'website', websiteUrl: url.data }, onProposal);
  };
  return (
    <form
      noValidate
      className="max-w-160"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) submit();
      }}
    >
      <Field label={texts.website} hint={texts.websiteHint} error={error}>
        <IconInput
          icon={Globe}
          type="url"
          inputMode="url"
          autoComplete="url"
          value={text}
          placeholder={texts.websitePlaceholder}
          onChange={(event) => {
            onText(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" className="mt-4" busy={isBusy}>
        {texts.propose}
      </Button>
    </form>
  );
}
