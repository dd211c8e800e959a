import type { Config } from '#core/platform/config.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { countImportedItems, countImports } from './pending-import-queries.ts';

type Limits = Config['limits'];

/** Throws `conflict` when the user has reached the limit of imported items. */
export async function requireItemSpace(trx: Trx, userId: number, { itemsPerUser: max }: Limits): Promise<void> {
  if ((await countImportedItems(trx, userId)) < max) return;
  const message = `An account may have ${max.toLocaleString('en-US')} imported posts and comments. Delete a campaign that you imported for, then import the rest.`;
  throw new AppError('conflict', message);
}

/** Also throws `too_many` when the user has reached the limit of running and waiting imports. */
export async function requireImportSpace(trx: Trx, userId: number, limits: Limits): Promise<void> {
  const { importsPerUser: max } = limits;
  if ((await countImports(trx, userId)) >= max)
    throw new AppError(
      'too_many',
      `${max === 1 ? '1 import' : `${max} imports`} of yours are not finished yet. Wait for one, then try again.`,
      {
        retryAfter: 60,
      },
    );
  await requireItemSpace(trx, userId, limits);
}
