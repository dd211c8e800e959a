import { mutate } from 'swr';
import { type Campaign, type CampaignInput, campaignRoutes, type CampaignUpdate } from '#shared/campaigns.ts';
import { learningRoutes } from '#shared/learning.ts';
import { postRoutes } from '#shared/posts.ts';
import { call, markStale, useApi, pathOf } from '#web/lib/api.ts';
import { useCan } from '#web/lib/session.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { inputOfCampaign } from './draft.ts';
import { editorTexts, texts } from './texts.ts';

export function CampaignSettings({ campaign }: { campaign: Campaign }) {
  const params = { id: campaign.id };
  const kept = useApi(postRoutes.list, { query: { campaignId: campaign.id, limit: 50 } });
  const learning = useApi(learningRoutes.get, { params });
  const save = async (_: CampaignInput, changes: CampaignUpdate) => {
    const { weights } = changes;
    const onlyWeights = weights !== undefined && Object.keys(changes).length === 1;
    const updated = onlyWeights
      ? await call(campaignRoutes.weights, { params, body: { weights } })
      : await call(campaignRoutes.update, { params, body: changes });
    await mutate(pathOf(campaignRoutes.get, { params }), updated, { revalidate: false });
    markStale(['/campaigns', '/dashboard', '/posts', '/leads']);
    toast.success(editorTexts.savedToast, { duration: 4000 });
  };
  const { work } = useCan();
  return (
    <>
      {work ? null : <Note className="mb-8">{texts.readOnly}</Note>}
      <fieldset disabled={!work} className="contents">
        <CampaignEditor
          draftKey={`campaign ${campaign.id}`}
          saved={inputOfCampaign(campaign)}
          isNew={false}
          kept={kept.data?.items}
          yields={learning.data?.rules}
          isSample={campaign.sample}
          isReadOnly={!work}
          onSave={save}
        />
      </fieldset>
    </>
  );
}
