import { useState } from 'react';
import { feedRoutes } from '#shared/tokens.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Secret } from './secret.tsx';
import { tokenTexts as texts } from './token-texts.ts';

/** One row per campaign. */
export function Feeds() {
  const { options } = useCampaignNames();
  if (options.length === 0) return <p className="pt-3 text-13 text-muted">{texts.noCampaigns}</p>;
  return (
    <ul>
      {options.map(({ value, label }) => (
        <Feed key={value} campaignId={value} name={label} />
      ))}
    </ul>
  );
}

const sayFailure = (error: unknown) => toast.error(error instanceof Error ? error.message : String(error));

function Feed({ campaignId, name }: { campaignId: string; name: string }) {
  const params = { id: campaignId };
  const { data, error } = useApi(feedRoutes.get, { params });
  const [address, setAddress] = useState<{ atom: string; json: string } | null>(null);
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null);
  const refresh = () => markStale([`/campaigns/${campaignId}/feed`]);
  const renew = async () => {
    const { path, jsonPath } = await call(feedRoutes.renew, { params });
    setAddress({ atom: `${location.origin}${basePath}${path}`, json: `${location.origin}${basePath}${jsonPath}` });
    refresh();
  };
  const revoke = async () => {
    await call(feedRoutes.revoke, { params });
    setAddress(null);
    refresh();
  };
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-14 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="block text-12 font-normal text-muted">
            {error ? (
              error.message
            ) : data?.createdAt ? (
              <>
                {texts.feedSince} <TimeAgo at={data.createdAt} />
              </>
            ) : (
              texts.noFeed
            )}
          </span>
        </p>
        {data?.active ? (
          <>
            <Button variant="outline" size="sm" aria-label={texts.renewOf(name)} onClick={() => setAsking('renew')}>
              {texts.renew}
            </Button>
            <Button variant="ghost" size="sm" aria-label={texts.endOf(name)} onClick={() => setAsking('revoke')}>
              {texts.end}
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            size="sm"
            disabled={!data}
            aria-label={texts.makeFeedOf(name)}
            onClick={() => void renew().catch(sayFailure)}
          >
            {texts.makeFeed}
          </Button>
        )}
      </div>
      {address === null ? null : (
        <div className="flex flex-col gap-2 pt-3">
          <Secret note={texts.feedOnce('Atom')} secret={address.atom} />
          <Secret note={texts.feedOnce('JSON Feed')} secret={address.json} />
        </div>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking === 'renew' ? texts.renewTitle : texts.endTitle}
        description={texts.feedEnds}
        confirmLabel={asking === 'renew' ? texts.renew : texts.end}
        destructive={asking === 'revoke'}
        onConfirm={asking === 'renew' ? renew : revoke}
      />
    </li>
  );
}
