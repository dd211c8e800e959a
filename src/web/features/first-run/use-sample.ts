import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { campaignRoutes } from '#shared/campaigns.ts';
import { call, markStale } from '#web/lib/api.ts';
import { toast } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

export function useSample(): { isStarting: boolean; start: () => void } {
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      const { campaign } = await call(campaignRoutes.createSample, {});
      markStale(['/dashboard', '/campaigns']);
      await navigate(`/dashboard/leads?campaignId=${campaign.id}`);
    } catch (error) {
      setStarting(false);
      toast.error(texts.failed(error instanceof Error ? error.message : String(error)));
    }
  };
  return { isStarting, start: () => void start() };
}
