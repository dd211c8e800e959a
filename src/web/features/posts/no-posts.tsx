import { HelpLink } from '#web/features/help/help-link.tsx';
import { Link } from 'react-router-dom';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

export function NoPosts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const action = isFiltered ? (
    <Button variant="outline" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/dashboard/campaigns">{texts.toCampaigns}</Link>
    </Button>
  );
  return (
    <EmptyState className="flex-1" action={action} help={<HelpLink topic="rules" />}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}
