import { Link } from 'react-router-dom';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { texts } from './texts.ts';

/** Offers connecting an account if that's possible and hasn't been done. */
export function NoSource() {
  const { data: account } = useApi(redditAccountRoutes.status, { query: {} });
  const mayConnect = account?.configured === true && account.username === null;
  return (
    <EmptyState
      action={
        mayConnect ? (
          <Button asChild>
            <Link to="/dashboard/settings?tab=reddit">{texts.noSourceAction}</Link>
          </Button>
        ) : null
      }
    >
      {texts.noSource}
    </EmptyState>
  );
}
