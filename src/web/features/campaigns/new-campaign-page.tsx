import { startTransition, useOptimistic, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Globe } from 'lucide-react';
import { type CampaignInput, campaignModes, campaignRoutes, answerLimits, campaignLimits, type Proposal } from '#shared/campaigns.ts';
import { websiteSchema } from '#shared/common.ts';
import { call, markStale } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { draftOwner, useUser } from '#web/lib/session.tsx';
import { unsaved, useDraftText } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Field, IconInput, Input, Textarea } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { emptyInput } from './draft.ts';
import { useProposal, type Wish } from './proposal.ts';
import { Review } from './review.tsx';
import { modeTexts, texts } from './texts.ts';
import { WishForm } from './wish-form.tsx';

const modes = [...campaignModes, 'list'] as const;
type Mode = (typeof modes)[number];

const blank: CampaignInput = { ...emptyInput, name: '' };

export function NewCampaignPage() {
  usePageTitle(texts.createTitle);
  const [address, setAddress] = useSearchParams();
  const mode = modes.find((known) => known === address.get('mode')) ?? 'basic';
  // The selection shows at once; the form may take a moment to load.
  const [chosen, showChosen] = useOptimistic(mode);
  const choose = (next: Mode) =>
    startTransition(() => {
      showChosen(next);
      setAddress({ mode: next }, { replace: true });
    });
  const create = useCreate();
  return (
    <Page>
      <PageHeader title={texts.createTitle} />
      <Modes mode={chosen} onChange={choose} />
      <div className="mt-8">
        {mode === 'manual' ? (
          <CampaignEditor draftKey="campaign new" saved={blank} isNew onSave={(draft) => create({ ...draft, mode })} />
        ) : (
          <ProposalForm key={mode} mode={mode} onCreate={(draft) => create(mode === 'list' ? draft : { ...draft, mode })} />
        )}
      </div>
    </Page>
  );
}

/** Creates a campaign and opens it. Rejects when the server does. */
function useCreate(): (input: CampaignInput) => Promise<void> {
  const navigate = useNavigate();
  const owner = draftOwner(useUser());
  return async (input) => {
    const campaign = await call(campaignRoutes.create, { body: input });
    unsaved.forget(owner, descriptionKey);
    // Otherwise its first run would wait for the scheduler. A failure shows on the campaign's page.
    if (campaign.status === 'active') await call(campaignRoutes.run, { params: { id: campaign.id } }).catch(() => undefined);
    markStale(['/campaigns', '/dashboard']);
    toast.success(texts.created(campaign.name));
    await navigate(`/dashboard/campaigns/${campaign.id}`);
  };
}

function Modes({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 text-13 font-medium">{texts.modeLabel}</legend>
      <div className="grid border-t md:grid-cols-4 md:gap-x-6 md:border-t-0">
        {campaignModes.map((known) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is one level deeper than the rule looks
          <label
            key={known}
            className={cx(
              'flex cursor-pointer items-start gap-2.5 border-b border-line py-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring md:border-t-2 md:border-b-0',
              known === mode ? 'md:border-t-primary' : 'md:border-t-border md:hover:border-t-control',
            )}
          >
            <input
              type="radio"
              name="mode"
              value={known}
              checked={known === mode}
              onChange={() => onChange(known)}
              className="check mt-0.5 outline-none!"
            />
            <span>
              <span className="block text-14 font-medium">{modeTexts[known].title}</span>
              <span className="mt-0.5 block text-13 text-pretty text-muted">{modeTexts[known].hint}</span>
            </span>
          </label>
        ))}
      </div>
      <Button
        variant="link"
        className={cx('mt-3', mode === 'list' && 'underline')}
        aria-pressed={mode === 'list'}
        onClick={() => onChange('list')}
      >
        {texts.listMode}
      </Button>
    </fieldset>
  );
}

type OnProposal = (proposal: Proposal, wish: Wish) => void;

interface ProposalFormProps {
  mode: Wish['mode'];
  onCreate: (draft: CampaignInput) => Promise<void>;
}

/** Asks what is offered, then shows the proposal with its dry run before anything is saved. */
function ProposalForm({ mode, onCreate }: ProposalFormProps) {
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
const descriptionKey = 'campaign description';

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
