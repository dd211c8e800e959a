import type { Knex } from 'knex';
import { start } from './0001_start.ts';
import { ai } from './0002_ai.ts';
import { answering } from './0003_answering.ts';
import { desk } from './0004_desk.ts';
import { house } from './0005_house.ts';
import { learning } from './0006_learning.ts';
import { withoutAi } from './0007_without_ai.ts';
import { aroundAnswering } from './0008_around-answering.ts';
import { planning } from './0009_planning.ts';
import { ownReports } from './0010_own_reports.ts';
import { analytics } from './0012_analytics.ts';
import { telling } from './0013_telling.ts';
import { competitors } from './0011_competitors.ts';
import { plans } from './0014_plans.ts';
import { campaignLimits } from './0016_campaign_limits.ts';
import { leadsToAnnounce } from './0017_leads_to_announce.ts';
import { feedbackPictures } from './0015_feedback_pictures.ts';

export interface Migration {
  name: string;
  up(db: Knex): Promise<void>;
}

/** In order, append-only. */
export const migrations: readonly Migration[] = [
  { name: '0001_start', up: start },
  { name: '0002_ai', up: ai },
  { name: '0003_answering', up: answering },
  { name: '0004_desk', up: desk },
  { name: '0005_house', up: house },
  { name: '0006_learning', up: learning },
  { name: '0007_without_ai', up: withoutAi },
  { name: '0008_around-answering', up: aroundAnswering },
  { name: '0009_planning', up: planning },
  { name: '0010_own_reports', up: ownReports },
  { name: '0012_analytics', up: analytics },
  { name: '0013_telling', up: telling },
  { name: '0011_competitors', up: competitors },
  { name: '0014_plans', up: plans },
  { name: '0015_feedback_pictures', up: feedbackPictures },
  { name: '0016_campaign_limits', up: campaignLimits },
  { name: '0017_leads_to_announce', up: leadsToAnnounce },
];
