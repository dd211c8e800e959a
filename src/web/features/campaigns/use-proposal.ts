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

/** Requests a proposal and passes it on; errors are shown beside the field. */
export function useProposal(): Proposing {
  const { isBusy, failure, setFailure, start } = useAction(detailsOf);
  return {
    isBusy,
    error: failure,
    setError: setFailure,
    propose: async (wish, use) => void (await start(async () => use(await call(campaignRoutes.propose, { body: wish }), wish))),
  };
}
