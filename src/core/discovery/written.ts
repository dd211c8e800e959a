export interface NewLead {
  id: number;
  campaignId: number;
  userId: number;
  username: string;
  confidence: number;
  scope: string;
  subreddit: string;
}

/** Result of saving a batch of findings. */
export interface Written {
  /**
   * Campaigns whose cursor advanced. After a concurrent update by another process or an edit, the campaign waits for its own
   * batch.
   */
  campaigns: ReadonlySet<number>;
  newPosts: { campaignId: number; scope: string }[];
  newLeads: NewLead[];
  /** `campaign item` of what wasn't kept because the campaign already has nearly the same text. */
  duplicates: ReadonlySet<string>;
}
