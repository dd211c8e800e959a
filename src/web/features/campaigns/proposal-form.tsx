import { Globe } from 'lucide-react';
import { useState } from 'react';
import { answerLimits, type CampaignInput, campaignLimits, type Proposal } from '#shared/campaigns.ts';
import { websiteSchema } from '#shared/common.ts';
import { useDraftText } from '#web/lib/unsaved.ts';
import { Field, IconInput, Input, Textarea } from '#web/ui/field.tsx';
import { Review } from './review.tsx';
import { texts } from './texts.ts';
import { useProposal, type Wish } from './proposal.ts';
import { WishForm } from './wish-form.tsx';

type OnProposal = (proposal: Proposal, wish: Wish) => void;

interface ProposalFormProps {
  mode: Wish['mode'];
  onCreate: (draft: CampaignInput) => Promise<void>;
}

/** Asks what is offered, then shows the proposal with its dry run before anything is saved. */
export function ProposalForm({ mode, onCreate }: ProposalFormProps) {
  const [made, setMade] = useState<{ proposal: Proposal; wish: Wish } | null>(null);
  /** The website, or the list of keywords. */
  const [text, setText] = useState('');
  const show: OnProposal = (proposal, wish) => setMade({ proposal, wish });
  if (made)
    return (
      <Review
        made={made}
        startsEditable={mode === 'smart' || mode === 'list'}
        again={mode === 'list' ? texts.listAgain : texts.again}
        onCreate={onCreate}
        onAgain={() => setMade(null)}
      />
    );
  if (mode === 'website') return <WebsiteForm text={text} onText={setText} onProposal={show} />;
  if (mode === 'list') return <ListForm text={text} onText={setText} onProposal={show} />;
  return <DescribeForm mode={mode === 'smart' ? 'smart' : 'basic'} onProposal={show} />;
}

const minLength = 12;
/** Key under which the text is kept until a campaign is created from it. */
export const descriptionKey = 'campaign description';

interface DescribeFormProps {
  mode: 'basic' | 'smart';
  onProposal: OnProposal;
}

function DescribeForm({ mode, onProposal }: DescribeFormProps) {
  const [description, setDescription] = useDraftText(descriptionKey);
  const { isBusy, error, setError, propose } = useProposal();
  const submit = () => {
    if (description.trim().length < minLength) setError(texts.describeNeeded);
    else void propose({ mode, description }, onProposal);
  };
  return (
    <WishForm label={texts.describe} hint={texts.describeHint} error={error} isBusy={isBusy} action={texts.propose} onSubmit={submit}>
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
    </WishForm>
  );
}

interface TextFormProps {
  text: string;
  onText: (text: string) => void;
  onProposal: OnProposal;
}

function WebsiteForm({ text, onText, onProposal }: TextFormProps) {
  const { isBusy, error, setError, propose } = useProposal();
  const submit = () => {
    const url = websiteSchema.safeParse(text);
    if (!url.success) return setError(texts.websiteNeeded);
    onText(url.data);
    return void propose({ mode: 'website', websiteUrl: url.data }, onProposal);
  };
  return (
    <WishForm label={texts.website} hint={texts.websiteHint} error={error} isBusy={isBusy} action={texts.propose} onSubmit={submit}>
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
    </WishForm>
  );
}

/** What somebody takes along from another tool, pasted or from a file. */
function ListForm({ text, onText, onProposal }: TextFormProps) {
  const { isBusy, error, setError, propose } = useProposal();
  const change = (next: string) => {
    onText(next);
    setError(null);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > answerLimits.list) setError(texts.listTooLong);
    else change(await file.text());
  };
  const submit = () => {
    if (text.trim() === '') setError(texts.listNeeded);
    else void propose({ mode: 'list', list: text }, onProposal);
  };
  const fileField = (
    <Field label={texts.listFile}>
      <Input type="file" accept=".csv,.tsv,.txt,.json" className="py-1" onChange={(event) => void readFile(event.target.files?.[0])} />
    </Field>
  );
  return (
    <WishForm
      label={texts.list}
      hint={texts.listHint}
      error={error}
      isBusy={isBusy}
      action={texts.propose}
      below={fileField}
      onSubmit={submit}
    >
      <Textarea
        dir="auto"
        rows={8}
        maxLength={answerLimits.list}
        value={text}
        placeholder={texts.listPlaceholder}
        onChange={(event) => change(event.target.value)}
      />
    </WishForm>
  );
}
