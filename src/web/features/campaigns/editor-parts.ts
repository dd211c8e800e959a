import type { CampaignDraft } from './draft.ts';

export interface EditorPartProps {
  draft: CampaignDraft;
  onChange: (change: Partial<CampaignDraft>) => void;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
}
