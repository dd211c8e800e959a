export interface NewLead {
  id: number;
  campaignId: number;
  userId: number;
  username: string;
  confidence: number;
  scope: string;
  subreddit: string;
}

/** What storing a batch of findings came to. */
export interface Written {
  /** Campaigns whose cursor moved; another process, or an edit in between, keeps the rest for its own batch. */
  campaigns: ReadonlySet<number>;
  newPosts: { campaignId: number; scope: string }[];
  newLeads: NewLead[];
  /** `campaign item` of what was not kept because the campaign has almost the same already. */
  duplicates: ReadonlySet<string>;
}
