import { HelpLink } from '#web/features/help/help-link.tsx';
import { Link } from 'react-router-dom';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AllDone } from './all-done.tsx';
import { texts } from './texts.ts';

interface NoLeadsProps {
  /** Nothing is left that needs the user. */
  isDone: boolean;
  isFiltered: boolean;
  onClear: () => void;
}

export function NoLeads({ isDone, isFiltered, onClear }: NoLeadsProps) {
  if (isDone) return <AllDone />;
  const action = isFiltered ? (
    <Button variant="outline" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/dashboard/posts">{texts.toPosts}</Link>
    </Button>
  );
  return (
    <EmptyState className="flex-1" action={action} help={<HelpLink topic="scoring" />}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}
