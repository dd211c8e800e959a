import type { MergeStep } from '#core/accounts/user-data.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import { sealContextOf } from './channel.ts';
import { giveChannel, listOwnTargets, nameMaker } from './channel-queries.ts';

/** Two accounts of one person: channels of the one become the other's, but those of programs, which end with their tokens. */
export const createChannelMerge =
  (secrets: Secrets): MergeStep =>
  async (trx, { from, to }) => {
    await nameMaker(trx, { from, to });
    for (const { id, target_sealed } of await listOwnTargets(trx, from))
      await giveChannel(trx, id, {
        user_id: to,
        target_sealed: secrets.seal(secrets.unseal(target_sealed, sealContextOf(from)), sealContextOf(to)),
      });
  };
