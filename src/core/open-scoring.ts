import { createKeeping } from './discovery/keeping.ts';
import { createGrading } from './inbox/evaluation/service.ts';
import type { FeatureReader } from './inbox/learning/features.ts';
import type { Model } from './open-model.ts';
import type { Parts } from './open.ts';
import type { Blacklist } from './scoring/filters/filter.ts';
import { createPreviewScorer } from './discovery/search/preview.ts';
import { createSearch } from './discovery/search/service.ts';
import type { Roads } from './discovery/sources/roads.ts';

interface Neighbours {
  readBlacklist: () => Promise<Blacklist>;
  reader: FeatureReader;
  roads: Roads;
  model: Model;
}

/** Scoring beside hearing: what a search finds, and how good scorers are. */
export function openScoring({ db, bus, now }: Parts, { readBlacklist, reader, roads, model }: Neighbours) {
  const keepItem = createKeeping({ db, bus, now, reader, scoredBy: model.scoredBy });
  const scorerFor = createPreviewScorer({ now, readBlacklist });
  return {
    search: createSearch({ db, now, roads, readBlacklist, keepItem }),
    grade: createGrading({ db, scorerFor, judgeWithModel: model.ai.judgeWithModel }),
  };
}
