import type { Dashboard } from '#shared/dashboard.ts';
import { CampaignsSection } from './campaigns-section.tsx';
import { TrendSection } from './trend-section.tsx';

export function Overview({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <TrendSection dashboard={dashboard} />
      <CampaignsSection campaigns={dashboard.campaigns} />
    </>
  );
}
