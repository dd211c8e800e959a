import { withoutAi } from './ai/judge/candidate.ts';
import { createAi } from './ai/service.ts';
import { createAiUse } from './ai/use.ts';
import type { ListSubreddits } from './inbox/campaigns/existing-places.ts';
import { createProposals } from './inbox/campaigns/propose.ts';
import { createGuardedClient } from './platform/http/guarded.ts';
import { createFeatureReader } from './inbox/learning/features.ts';
import { sleep } from './open-reddit.ts';
import type { Parts } from './open.ts';
import { createRescoring } from './discovery/rescoring/service.ts';
import { readBackground } from './scoring/background.ts';
import { readSite } from './ai/website/read-site.ts';

const usualPauseMs = 15_000;

interface ModelOptions {
  listSubreddits: ListSubreddits;
  modelPauseMs?: number | undefined;
}

/** What a model takes part in, wired; all of it works without one. */
export function openModel(parts: Parts, { listSubreddits, modelPauseMs = usualPauseMs }: ModelOptions) {
  const { config, db, now } = parts;
  const isOn = config.ai.provider !== 'builtin';
  const ai = createAi(parts);
  const websites = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts });
  const rescoring = createRescoring({
    ...parts,
    isOn,
    sleep,
    pauseMs: modelPauseMs,
    judgeWithModel: ai.judgeWithModel,
    reader: createFeatureReader(readBackground),
    forget: (fullnames) => ai.forgetItems(db, fullnames),
  });
  const proposals = createProposals({ readWebsite: (url) => readSite(websites, url), listSubreddits, propose: ai.propose });
  return {
    ai,
    isOn,
    rescoring,
    proposals,
    /** What the built-in judge marks posts with. */
    scoredBy: isOn ? withoutAi : 'builtin',
    aiUse: createAiUse({ db, now, ai, config, countWaiting: rescoring.countWaiting }),
    async closeModel(): Promise<void> {
      proposals.close();
      await rescoring.close();
      await Promise.all([ai.close(), websites.close()]);
    },
  };
}
export type Model = ReturnType<typeof openModel>;
