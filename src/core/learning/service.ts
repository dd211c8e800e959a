import type { Evidence, SpeakerRole, Weights } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '../actor.ts';
import type { Now } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { exactConfidence } from '../posts/confidence.ts';
import { findPost, isOwnCampaign, readWeights } from '../posts/queries.ts';
import { postOf, rankOfRow } from '../posts/rows.ts';
import { type Points, pointsOf } from '../scoring/points.ts';
import { type Figures, figuresOf } from './figures.ts';
import { listJudged } from './queries.ts';

export interface Explanation {
  id: string;
  title: string;
  confidence: number;
  /** Each known component with its value from 0 to 1, its points, and the most it could give. */
  components: (Points & { value: number | null })[];
  /** Why the score cannot pass `cap`, in words; empty at 100. */
  limits: string[];
  cap: number;
  role: SpeakerRole;
  evidence: Evidence[];
  matchedRules: string[];
  reason: string;
  scoredBy: string;
}

export interface ScorerFigures extends Figures {
  scoredBy: string;
}

/** Enough for years of one person's judgements; the latest count. */
const mostJudged = 10_000;

async function explain({ db, now }: Deps, actor: Actor, id: string): Promise<Explanation> {
  const row = await findPost(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'There is no such post');
  const post = postOf(row, now());
  const weights = JSON.parse(await readWeights(db, row.campaign_id)) as Weights;
  const { title, confidence, components, evidence, matchedRules, reason, scoredBy } = post;
  const points = pointsOf({ components, evidence, createdAt: row.created_at, numComments: row.num_comments }, weights, now());
  const values = new Map<string, number | null>(Object.entries(components));
  const limits = [
    ...(row.role === 'seller' ? ['the writer sells'] : []),
    ...(row.solved === 1 ? ['it is solved'] : []),
    ...(row.fit_none === 1 ? ['the offering does not fit'] : []),
  ];
  return {
    id: post.id,
    title,
    confidence,
    limits,
    cap: row.cap,
    role: row.role,
    evidence,
    matchedRules,
    reason,
    scoredBy,
    components: points.map((part) => Object.assign(part, { value: values.get(part.name) ?? null })),
  };
}

async function evaluate({ db }: Deps, actor: Actor, campaignId: string): Promise<ScorerFigures[]> {
  if (!(await isOwnCampaign(db, ownerOf(actor), campaignId))) throw new AppError('not_found', 'There is no such campaign');
  const rows = await listJudged(db, Number(campaignId), mostJudged);
  return [...Map.groupBy(rows, ({ scored_by }) => scored_by)].map(([scoredBy, judged]) => {
    const posts = judged.map((row) => ({
      score: exactConfidence(rankOfRow(row), row.created_at, row.discovered_at),
      calledLead: row.decided === 'lead',
      right: row.verdict === 'right',
    }));
    return Object.assign({ scoredBy }, figuresOf(posts));
  });
}

interface Deps {
  db: Db;
  now: Now;
}

/** How good the scores are, told by what their users said of them. Both throw `not_found` for what is not the actor's. */
export function createLearning(deps: Deps) {
  return {
    /** How a post came to its score, in the present weights of its campaign. */
    explain: (actor: Actor, postId: string): Promise<Explanation> => explain(deps, actor, postId),
    /** A row for each scorer that scored judged posts of the campaign. */
    evaluate: (actor: Actor, campaignId: string): Promise<ScorerFigures[]> => evaluate(deps, actor, campaignId),
  };
}
