import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import type { ChannelKind, ChannelUpdate, StoredKind } from '#shared/notify.ts';

/** The tables of this room; `test/schema.test.ts` compares them with the schema of a new database. */
export interface NotificationsRow {
  id: number;
  user_id: number;
  /** Whom in the workspace it is for; null: everybody. */
  person_id: number | null;
  key: string;
  kind: StoredKind;
  campaign_id: number | null;
  lead_id: number | null;
  post_id: number | null;
  title: string;
  text: string;
  path: string;
  created_at: number;
  /** When the first person read it. */
  read_at: number | null;
  /** 1 for a lead that no model has scored although one is configured. */
  unconfirmed: number;
}

/** Who has read what. */
export interface NotificationReadsRow {
  notice_id: number;
  user_id: number;
}

export interface NotificationChannelsRow {
  id: number;
  user_id: number;
  /** Of the program that added it. */
  token_id: number | null;
  made_by: number | null;
  kind: ChannelKind;
  name: string;
  target_sealed: string;
  hint: string;
  /** JSON. */
  kinds: string;
  min_score: number;
  /** JSON. */
  campaign_ids: string;
  pace: NonNullable<ChannelUpdate['pace']>;
  hour: number;
  weekday: number;
  quiet_from: string | null;
  quiet_to: string | null;
  zone: string;
  /** Why the channel is paused. */
  paused: string | null;
  failures: number;
  last_error: string | null;
  last_error_at: number | null;
  last_sent_at: number | null;
  tested_at: number | null;
  created_at: number;
}

export interface NotificationMessagesRow {
  id: number;
  user_id: number;
  channel_id: number;
  event_id: string;
  /** `unclear`: may have arrived, so it isn't repeated. `dropped`: nothing was left to send. */
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unclear' | 'dropped';
  due_at: number;
  attempt: string | null;
  lease_until: number | null;
  tries: number;
  error: string | null;
  created_at: number;
  settled_at: number | null;
}

export interface NotificationAttemptsRow {
  id: number;
  user_id: number;
  channel_id: number;
  message_id: number | null;
  /** JSON. */
  events: string;
  at: number;
  result: DeliveryResult['kind'];
  reason: string;
  status: number | null;
  ms: number;
  answer: string;
}

export interface NotificationDeliveriesRow {
  id: number;
  user_id: number;
  channel_id: number;
  notice_id: number;
  message_id: number | null;
  due_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    notifications: NotificationsRow;
    notification_reads: NotificationReadsRow;
    notification_channels: NotificationChannelsRow;
    notification_messages: NotificationMessagesRow;
    notification_attempts: NotificationAttemptsRow;
    notification_deliveries: NotificationDeliveriesRow;
  }
}
