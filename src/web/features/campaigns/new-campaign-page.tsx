import { startTransition, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type CampaignInput, campaignModes, campaignRoutes } from '#shared/campaigns.ts';
import { call, markStale } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { draftOwner, useUser } from '#web/lib/session.tsx';
import { unsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { emptyInput } from './draft.ts';
import { descriptionKey, ProposalForm } from './proposal-form.tsx';
import { modeTexts, texts } from './texts.ts';

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
