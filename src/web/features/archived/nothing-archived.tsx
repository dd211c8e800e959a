import { Link } from 'react-router-dom';
import { Button } from '#web/ui/button.tsx';
import { texts } from './texts.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export function NothingArchived({ isFiltered }: { isFiltered: boolean }) {
  const action = (
    <Button variant="outline" asChild>
      <Link to={isFiltered ? '/dashboard/archived' : '/dashboard/posts'}>{isFiltered ? texts.everything : texts.toPosts}</Link>
    </Button>
  );
  return (
    <EmptyState action={action} help={<HelpLink topic="scoring" />}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}
