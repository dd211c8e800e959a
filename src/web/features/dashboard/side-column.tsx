import type { Dashboard } from '#shared/dashboard.ts';
import { ModelToday } from '#web/features/ai/model-today.tsx';
import { DueSection } from '#web/features/follow-ups/due-section.tsx';
import { MonitoringSection } from './monitoring-section.tsx';
import { SetupSection } from './setup-section.tsx';

export function SideColumn({ dashboard: { monitored, campaigns, setup } }: { dashboard: Dashboard }) {
  return (
    <div className="flex min-w-0 flex-col gap-10 max-md:contents max-md:*:order-3 max-md:*:first:order-1">
      <DueSection />
      <MonitoringSection monitored={monitored} firstCampaign={campaigns[0]?.id} />
      <ModelToday />
      <SetupSection setup={setup} />
    </div>
  );
}
