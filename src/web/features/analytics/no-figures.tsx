import { Link } from 'react-router-dom';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { texts } from './texts.ts';

/** Nothing happened in the period, or there is no campaign yet. */
export function NoFigures({ hasCampaigns, onLonger }: { hasCampaigns: boolean; onLonger: () => void }) {
  const action = hasCampaigns ? (
    <Button variant="outline" onClick={onLonger}>
      {texts.longer}
    </Button>
  ) : (
    <Button asChild>
      <Link to="/dashboard/campaigns/new">{texts.create}</Link>
    </Button>
  );
  return (
    <EmptyState action={action} help={<HelpLink topic="analytics" />}>
      {hasCampaigns ? texts.empty : texts.emptyCampaigns}
    </EmptyState>
  );
}
