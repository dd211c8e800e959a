import type { ConnectionTest } from '#shared/connections.ts';
import type { CoreContext } from '#core/context.ts';
import type { Config } from '#core/platform/config.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { withoutAi } from './score/candidate.ts';
import { createAi } from './service.ts';
import type { SubjectReader } from './ledger/entry.ts';
import { checkModelPart, tryListModels, tryModel } from './try-model.ts';
import { createAiUse } from './use.ts';
import { readSite } from './website/read-site.ts';

interface AiRoomDeps {
  countWaiting: (userId: string | null) => Promise<number>;
  subjects: SubjectReader;
}

/** Scoring, drafts, and proposals with an AI model, all of which also work without one. */
export function openAi(context: CoreContext, { countWaiting, subjects }: AiRoomDeps) {
  const { config, db, now } = context;
  const isOn = (): boolean => config.ai.provider !== 'builtin';
  const models = createAi({ ...context, ...subjects });
  const websites = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts });
  return {
    models,
    isOn,
    usage: createAiUse({ db, now, ai: models, config, countWaiting, ...subjects }),
    async tryModel(settings: Config['ai'], guardOf: GuardOf): Promise<ConnectionTest> {
      const { test, found } = await tryModel(settings, guardOf);
      if (found) await models.recovered(settings, found);
      return test;
    },
    listModels: tryListModels,
    checkModelPart,
    readWebsite: (url: string, signal?: AbortSignal) => readSite(websites, url, signal),
    /** Value of `scored_by` for posts scored by the built-in scorer. */
    scoredBy: (): string => (isOn() ? withoutAi : 'builtin'),
    async close(): Promise<void> {
      await Promise.all([models.close(), websites.close()]);
    },
  };
}
export type AiRoom = ReturnType<typeof openAi>;
