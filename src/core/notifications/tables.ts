/** The tables of this room, column by column; `test/schema.test.ts` holds them to the schema of a new database. */
export interface NotificationsRow {
  id: number;
  user_id: number;
  key: string;
  kind: string;
  campaign_id: number | null;
  lead_id: number | null;
  post_id: number | null;
  title: string;
  text: string;
  path: string;
  created_at: number;
  read_at: number | null;
  unconfirmed: number;
}

export interface NotificationChannelsRow {
  id: number;
  user_id: number;
  kind: string;
  name: string;
  target_sealed: string;
  hint: string;
  kinds: string;
  min_score: number;
  campaign_ids: string;
  pace: string;
  hour: number;
  weekday: number;
  quiet_from: string | null;
  quiet_to: string | null;
  zone: string;
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
  state: string;
  due_at: number;
  attempt: string | null;
  lease_until: number | null;
  tries: number;
  error: string | null;
  created_at: number;
  settled_at: number | null;
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
    notification_channels: NotificationChannelsRow;
    notification_messages: NotificationMessagesRow;
    notification_deliveries: NotificationDeliveriesRow;
  }
}
