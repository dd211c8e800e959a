import { Link } from 'react-router-dom';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { texts } from './texts.ts';

/** Nothing here reads Reddit. Connecting an account is offered where that is possible and was not done yet. */
export function NoRoad() {
  const { data: account } = useApi(redditAccountRoutes.status, { query: {} });
  const mayConnect = account?.configured === true && account.username === null;
  return (
    <EmptyState
      action={
        mayConnect ? (
          <Button asChild>
            <Link to="/dashboard/settings?tab=reddit">{texts.noRoadAction}</Link>
          </Button>
        ) : null
      }
    >
      {texts.noRoad}
    </EmptyState>
  );
}
