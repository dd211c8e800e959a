import { product } from '#shared/product.ts';
import type { RoadmapStatus } from '#shared/roadmap.ts';
import { t } from '#web/lib/language.ts';

export const statusTexts: Record<RoadmapStatus, string> = {
  considered: t('Considered'),
  planned: t('Planned'),
  started: t('In progress'),
  done: t('Done'),
};

export const roadmapTexts = {
  title: t('Roadmap'),
  lead: t("What's planned for {product}. Vote for what you'd use. You have one vote per item and can withdraw it anytime.", { product }),
  empty: t('The roadmap is empty.'),
  failed: t("Couldn't load the roadmap."),
  vote: (title: string) => t('Vote for {title}', { title }),
  unvote: (title: string) => t('Withdraw your vote for {title}', { title }),
  dashboard: t('Open dashboard'),
  logIn: t('Log in'),
};
