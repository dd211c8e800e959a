import { useRef } from 'react';
import { campaignRoutes, type Proposal } from '#shared/campaigns.ts';
import type { CallInput } from '#shared/route.ts';
import { call } from '#web/lib/api.ts';
import { detailsOf, useAction } from '#web/lib/attempt.ts';

/** What a proposal is made from. */
export type Wish = CallInput<typeof campaignRoutes.propose>['body'];

interface Proposing {
  isBusy: boolean;
  /** Shown beside the field, for server failures too. */
  error: string | null;
  setError: (error: string | null) => void;
  propose: (wish: Wish, use: (proposal: Proposal, wish: Wish) => void) => Promise<void>;
}

/** Requests a proposal and passes it on, unless another was requested meanwhile; errors are shown beside the field. */
export function useProposal(): Proposing {
  const { isBusy, failure, setFailure, start } = useAction(detailsOf);
  const newest = useRef<Wish>(null);
  return {
    isBusy,
    error: failure,
    setError: setFailure,
    propose: async (wish, use) => {
      newest.current = wish;
      await start(async () => {
        const proposal = await call(campaignRoutes.propose, { body: wish });
        if (newest.current === wish) use(proposal, wish);
      });
    },
  };
}
