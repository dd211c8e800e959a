import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Way } from '#shared/ai.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { createDescribe, createDrafts } from './drafts.ts';
import type { AiState } from './health.ts';
import { builtInResult, type Candidate, createReuse } from './score/candidate.ts';
import { createModelScore, type ModelRun } from './score-with-model.ts';
import type { Refused } from './ledger/budget.ts';
import { readHeld } from './ledger/budget-queries.ts';
import { dayOf } from './ledger/entry.ts';
import { listSpend, noteMissed, readMissRate, readSpend, type SpendFilter, type SpendKey } from './ledger/spend-queries.ts';
import { createPropose } from './propose.ts';
import { perVersion } from '#core/platform/per-version.ts';
import { type AiDeps, openModel } from './open-model.ts';
import type { Found } from './ways.ts';

const offState: AiState = {
  provider: 'builtin',
  state: 'off',
  since: null,
  message: 'The built-in scorer works without a model',
  hint: null,
};

/** Everything that can use a model. Without a configured provider, built-in rules do the work. */
export function createAi(deps: AiDeps) {
  const { db, now, config, newToken = () => randomBytes(12).toString('hex') } = deps;
  const isOff = config.scoring.reader === 'off';
  const reuse = createReuse(db, now);
  const versions = perVersion(
    () => config.ai,
    (settings) => {
      const model = openModel(deps, settings);
      const client = model && { caller: model.caller, newToken };
      const scoringPass =
        model &&
        createModelScore({
          caller: model.caller,
          reuse,
          newToken,
          now,
          parallel: settings.limits.concurrency,
          noteMissed: (entryId, missed) => noteMissed(db, entryId, missed),
        });
      return { model, scoringPass, propose: createPropose(client, isOff), draft: createDrafts(client), describe: createDescribe(client) };
    },
  );

  async function scoreWithModel(candidates: readonly Candidate[], signal: AbortSignal): Promise<ModelRun> {
    const { scoringPass } = versions.current();
    if (scoringPass) return scoringPass(candidates, signal);
    const results = candidates.map(({ assessment }) => builtInResult(assessment, 'builtin'));
    return { results, counts: { model: 0, reused: 0, builtin: results.length, unreached: 0, unanswered: 0, audited: 0, missed: 0 } };
  }

  return {
    state: (): AiState => versions.current().model?.health.state() ?? offState,
    /** To be called when a test with these settings passed. Other settings than those in use say nothing about them. */
    async recovered(settings: Config['ai'], found: Found): Promise<void> {
      const { model } = versions.current();
      if (!model || !isDeepStrictEqual(settings, config.ai)) return;
      model.health.succeeded(null);
      await model.ways.keep(model.provider.models.small, found);
    },
    /** How the model for most requests is asked; null until that was tried. */
    async way(): Promise<Way | null> {
      const { model } = versions.current();
      return (await model?.ways.read(model.provider.models.small))?.way ?? null;
    },
    scoreWithModel,
    propose: ((source, asked) => versions.current().propose(source, asked)) satisfies ReturnType<typeof createPropose>,
    draft: ((request) => versions.current().draft(request)) satisfies ReturnType<typeof createDrafts>,
    describe: ((request) => versions.current().describe(request)) satisfies ReturnType<typeof createDescribe>,
    /** The limit that prevents further calls on this day; null if there is none. */
    spent: async (userId: string | null): Promise<Refused | null> => (await versions.current().model?.budget.spent(userId)) ?? null,
    /** Today's spent and reserved tokens and calls, with the limits. */
    async today(userId: string | null) {
      const { tokensPerDay, callsPerDay, tokensPerUserDay } = config.ai.limits;
      const held = await readHeld(db, dayOf(now()), { userId, now: now(), callsPerDay });
      return { ...held, tokensPerDay, callsPerDay, tokensPerUserDay };
    },
    readSpend: (filter: SpendFilter) => readSpend(db, filter),
    listSpend: (by: SpendKey, filter: SpendFilter) => listSpend(db, by, filter),
    /** Miss rate of the last 30 days; null if nothing was audited. */
    missRate: () => readMissRate(db, dayOf(now()) - 30),
    /** Deletes stored answers about these items (fullnames), in the caller's transaction. */
    forgetItems: (from: Db, fullnames: readonly string[]): Promise<void> => reuse.forget(from, fullnames),
    /** Deletes old answers and expired reservations. Returns how many rows. */
    async prune(at?: number): Promise<number> {
      return (await reuse.prune(at)) + ((await versions.current().model?.budget.sweep()) ?? 0);
    },
    close: (): Promise<void> => versions.close(async ({ model }) => model?.provider.close()),
  };
}
export type Ai = ReturnType<typeof createAi>;
