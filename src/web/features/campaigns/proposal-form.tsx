import { useState } from 'react';
import type { CampaignInput, Proposal } from '#shared/campaigns.ts';
import { DescribeField } from './describe-form.tsx';
import { Review } from './review.tsx';
import { texts } from './texts.ts';
import { WebsiteForm } from './website-form.tsx';

interface ProposalFormProps {
  mode: Proposal['draft']['mode'];
  onCreate: (draft: CampaignInput) => Promise<void>;
}

/** Asks what is offered, then shows the proposal with its dry run before anything is saved. */
export function ProposalForm({ mode, onCreate }: ProposalFormProps) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [website, setWebsite] = useState('');
  if (proposal)
    return <Review proposal={proposal} startsEditable={mode === 'smart'} onCreate={onCreate} onAgain={() => setProposal(null)} />;
  if (mode === 'website') return <WebsiteForm text={website} onText={setWebsite} onProposal={setProposal} />;
  return <DescribeField mode={mode === 'smart' ? 'smart' : 'basic'} action={texts.propose} onProposal={setProposal} />;
}
