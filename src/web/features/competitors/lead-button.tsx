import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { competitorRoutes, type Mention } from '#shared/competitors.ts';
import type { CampaignOption } from '#web/features/campaigns/use-campaign-names.ts';
import { call, markStale } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { texts } from './texts.ts';

/** Turns the author into a lead of a campaign, or links to the lead that exists. */
export function LeadButton({
  mention: { id, postId, author, own },
  campaigns: options,
}: {
  mention: Mention;
  campaigns: readonly CampaignOption[];
}) {
  const [busy, setBusy] = useState(false);
  if (postId !== null)
    return (
      <Link
        to={`/dashboard/posts?post=${postId}&status=all`}
        className="flex-none text-primary hover:underline max-md:min-h-10 max-md:content-center"
      >
        {texts.kept}
      </Link>
    );
  if (author === null || own || options.length === 0) return null;
  const make = async (campaignId: string) => {
    setBusy(true);
    try {
      await call(competitorRoutes.makeLead, { params: { id }, body: { campaignId } });
      showToast.success(texts.madeLead(author));
      markStale(['/competitors', '/leads', '/posts', '/dashboard']);
    } catch (error) {
      showToast.error(error instanceof Error ? error.message : texts.failed);
    }
    setBusy(false);
  };
  const [only, ...more] = options;
  if (only && more.length === 0)
    return (
      <Button size="sm" variant="outline" icon={UserCheck} busy={busy} onClick={() => void make(only.value)}>
        {texts.makeLead}
      </Button>
    );
  return (
    <Menu
      trigger={
        <Button size="sm" variant="outline" icon={UserCheck} busy={busy}>
          {texts.makeLead}
        </Button>
      }
    >
      {options.map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => void make(value)}>
          {texts.leadOf(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}
