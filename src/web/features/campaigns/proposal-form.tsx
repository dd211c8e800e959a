import { Globe } from 'lucide-react';
import { useState } from 'react';
import { type CampaignInput, campaignLimits, type Proposal } from '#shared/campaigns.ts';
import { websiteSchema } from '#shared/common.ts';
import { useDraftText } from '#web/lib/draft-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, IconInput, Textarea } from '#web/ui/field.tsx';
import { Review } from './review.tsx';
import { texts } from './texts.ts';
import { useProposal, type Wish } from './use-proposal.ts';

interface ProposalFormProps {
  mode: Proposal['draft']['mode'];
  onCreate: (draft: CampaignInput) => Promise<void>;
}

/** Asks what is offered, then shows the proposal with its dry run before anything is saved. */
export function ProposalForm({ mode, onCreate }: ProposalFormProps) {
  const [made, setMade] = useState<{ proposal: Proposal; wish: Wish } | null>(null);
  const [website, setWebsite] = useState('');
  const show = (proposal: Proposal, wish: Wish) => setMade({ proposal, wish });
  if (made) return <Review made={made} startsEditable={mode === 'smart'} onCreate={onCreate} onAgain={() => setMade(null)} />;
  if (mode === 'website') return <WebsiteForm text={website} onText={setWebsite} onProposal={show} />;
  return <DescribeField mode={mode === 'smart' ? 'smart' : 'basic'} action={texts.propose} onProposal={show} />;
}

const minLength = 12;
/** Key under which the text is kept until a campaign is created from it. */
export const descriptionKey = 'campaign description';

interface DescribeFieldProps {
  mode: 'basic' | 'smart';
  action: string;
  onProposal: (proposal: Proposal, wish: Wish) => void;
}

function DescribeField({ mode, action, onProposal }: DescribeFieldProps) {
  const [description, setDescription] = useDraftText(descriptionKey);
  const { isBusy, error, setError, propose } = useProposal();
  const submit = () => {
    if (description.trim().length < minLength) setError(texts.describeNeeded);
    else void propose({ mode, description }, onProposal);
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
      <Field label={texts.describe} hint={texts.describeHint} error={error}>
        <Textarea
          dir="auto"
          rows={5}
          maxLength={campaignLimits.description}
          value={description}
          placeholder={texts.describePlaceholder}
          onChange={(event) => {
            setDescription(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" className="mt-4" busy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

interface WebsiteFormProps {
  text: string;
  onText: (text: string) => void;
  onProposal: (proposal: Proposal, wish: Wish) => void;
}

function WebsiteForm({ text, onText, onProposal }: WebsiteFormProps) {
  const { isBusy, error, setError, propose } = useProposal();
  const submit = () => {
    const url = websiteSchema.safeParse(text);
    if (!url.success) return setError(texts.websiteNeeded);
    onText(url.data);
    return void propose({ mode: 'website', websiteUrl: url.data }, onProposal);
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
