import { withChange } from '#shared/campaign-change.ts';
import type { Campaign } from '#shared/campaigns.ts';
import { type Suggestion, suggestionRoutes } from '#shared/suggestions.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/attempt.ts';
import { Can } from '#web/lib/session.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { ChangeEffect, recordChange } from './change-effect.tsx';
import { learningTexts as texts } from './learning-texts.ts';

/** Changes that the user's marks suggest, each with its effect. */
export function SuggestedChanges({ campaign }: { campaign: Campaign }) {
  const { data } = useApi(suggestionRoutes.list, { params: { id: campaign.id } });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={texts.suggested}>
      <ul>
        {data.items.map((suggestion) => (
          <SuggestedChange key={suggestion.key} campaign={campaign} suggestion={suggestion} />
        ))}
      </ul>
    </Section>
  );
}

function SuggestedChange({ campaign, suggestion: { key, text, change } }: { campaign: Campaign; suggestion: Suggestion }) {
  const [isBusy, start] = useAttempt();
  const params = { id: campaign.id, name: key };
  const accept = async () => {
    await call(suggestionRoutes.accept, { params });
    recordChange(campaign, change, texts.accepted[change.kind]);
  };
  const showAnew = () => markStale(['/campaigns', '/dashboard']);
  const dismiss = async () => {
    await call(suggestionRoutes.dismiss, { params });
    showAnew();
    const undo = async () => {
      await call(suggestionRoutes.restore, { params });
      showAnew();
    };
    void recordStep({ sent: Promise.resolve(undo), label: texts.dismissed });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-64 flex-1">
        <p className="text-14 wrap-anywhere">
          <bdi>{tSent(text)}</bdi>
        </p>
        <Can>
          <ChangeEffect campaign={campaign} change={withChange(campaign, change)} />
        </Can>
      </div>
      <Can>
        <div className="flex gap-2">
          <Button variant="outline" size="sm" busy={isBusy} onClick={() => void start(accept, texts.suggestFailed)}>
            {texts.accept[change.kind]}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => void start(dismiss, texts.suggestFailed)}>
            {texts.notNow}
          </Button>
        </div>
      </Can>
    </li>
  );
}
