import { useState } from 'react';
import { campaignRoutes, type Proposal } from '#shared/campaigns.ts';
import type { CallInput } from '#shared/route.ts';
import { ApiError, call } from '#web/lib/api.ts';

type Wish = CallInput<typeof campaignRoutes.propose>['body'];

interface Proposing {
  isBusy: boolean;
  /** Shown beside the field, for server failures too. */
  error: string | null;
  setError: (error: string | null) => void;
  propose: (wish: Wish, use: (proposal: Proposal) => Promise<void> | void) => Promise<void>;
}

/** Requests a proposal and passes it on; errors are shown beside the field. */
export function useProposal(): Proposing {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return {
    isBusy,
    error,
    setError,
    propose: async (wish, use) => {
      setBusy(true);
      setError(null);
      try {
        await use(await call(campaignRoutes.propose, { body: wish }));
      } catch (problem) {
        if (!(problem instanceof ApiError)) throw problem;
        setError(problem.details[0]?.message ?? problem.message);
      } finally {
        setBusy(false);
      }
    },
  };
}
