import type { GivenRole, Role } from '#shared/auth.ts';
import type { ApplicationStatus } from '#shared/beta.ts';
import type { ProgramScope, TokenScope } from '#shared/tokens.ts';

/** The tables of this room; `test/schema.test.ts` compares them with the schema of a new database. */
export interface UsersRow {
  id: number;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  /** Empty: the account has no password. */
  password_hash: string;
  role: Role;
  disabled: 0 | 1;
  /** Raised to end what was given out for the account; see `security-stamp.ts`. */
  security_stamp: number;
  plan: string;
  /** JSON. */
  settings: string;
  created_at: number;
  last_login_at: number | null;
  visit_at: number | null;
  previous_visit_at: number | null;
  email_confirmed_at: number | null;
  email_changed_at: number | null;
  pending_email: string | null;
  pending_email_until: number | null;
  /** Of the workspace that is this account's data; null: the username. */
  workspace_name: string | null;
  /** Of that workspace: a second person approves replies before they are posted. */
  approves_replies: 0 | 1;
  /** Of that workspace: new leads are assigned in turn. */
  assigns_in_turn: 0 | 1;
  /** Who had the last one, if there was any; maybe of an account that is gone. */
  last_turn: number | null;
}

export interface WorkspaceMembersRow {
  /** The owner's account. */
  workspace_id: number;
  user_id: number;
  role: GivenRole;
  created_at: number;
}

export interface WorkspaceInvitationsRow {
  id: number;
  workspace_id: number;
  role: GivenRole;
  email: string | null;
  token_hash: string;
  created_by: number | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface EmailLinksRow {
  id: number;
  user_id: number;
  purpose: 'confirm' | 'undo';
  email: string;
  token_hash: string;
  expires_at: number;
  created_at: number;
  stamp: number;
}

export interface PasswordResetsRow {
  id: number;
  user_id: number;
  token_hash: string;
  expires_at: number;
  used_at: number | null;
  stamp: number;
}

export interface SessionsRow {
  id: number;
  user_id: number;
  device: string;
  address: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  /** Tells the issuer which login to end; null unless the session began there. */
  sealed_id_token: string | null;
  /** That it is in; null: the user's own. */
  workspace_id: number | null;
}

/** Who somebody is for an issuer (OpenID Connect). */
export interface IdentitiesRow {
  id: number;
  user_id: number;
  issuer: string;
  subject: string;
  /** Name or address there, for recognizing it. */
  label: string;
  created_at: number;
  last_used_at: number;
}

export interface TwoFactorRow {
  user_id: number;
  sealed_secret: string;
  created_at: number;
  enabled_at: number | null;
  last_step: number;
}

export interface RecoveryCodesRow {
  id: number;
  user_id: number;
  code_hash: string;
  created_at: number;
}

export interface PasskeysRow {
  id: number;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: string;
  user_handle: string;
  counter: number;
  /** JSON list. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
  stamp: number;
}

export interface UsedChallengesRow {
  challenge: string;
  expires_at: number;
}

export interface ApiTokensRow {
  id: number;
  user_id: number;
  name: string;
  token_hash: string;
  hint: string;
  scope: TokenScope;
  /** JSON list of MCP tools. */
  tools: string;
  created_at: number;
  last_used_at: number | null;
  stamp: number;
  /** That it acts in; null: the user's own. */
  workspace_id: number | null;
}

export interface PairingCodesRow {
  user_id: number;
  code_hash: string;
  expires_at: number;
  stamp: number;
  workspace_id: number | null;
}

export interface OauthClientsRow {
  id: number;
  client_id: string;
  name: string;
  /** JSON list. */
  redirect_uris: string;
  created_at: number;
  used_at: number | null;
}

export interface OauthCodesRow {
  code_hash: string;
  user_id: number;
  workspace_id: number | null;
  client: number;
  redirect_uri: string;
  challenge: string;
  resource: string;
  scope: ProgramScope;
  /** JSON list of MCP tools. */
  tools: string;
  expires_at: number;
  stamp: number;
}

export interface OauthGrantsRow {
  token_id: number;
  client: number;
  redirect_uri: string;
  resource: string;
  code_hash: string;
  family_hash: string;
  refresh_hash: string;
  expires_at: number;
  refresh_until: number;
}

export interface BetaApplicationsRow {
  id: number;
  email: string;
  email_key: string;
  name: string;
  use_case: string;
  status: ApplicationStatus;
  token_hash: string | null;
  token_expires_at: number | null;
  created_at: number;
  decided_at: number | null;
  verified_at: number | null;
  registered_at: number | null;
}

export interface PlanLimitsRow {
  id: string;
  position: number;
  campaigns: number | null;
  leads_per_month: number | null;
  ai_calls_per_day: number | null;
  seats: number | null;
}

export interface PlanUseRow {
  user_id: number;
  month: number;
  leads: number;
}

export interface PlanSeatsRow {
  id: number;
  user_id: number;
  email: string;
  email_key: string;
  member_id: number | null;
  created_at: number;
}

export interface BillingAccountsRow {
  user_id: number;
  customer_id: string;
  subscription_id: string | null;
  /** Status of the Stripe subscription, or `none`. */
  state: string;
  plan: string | null;
  period_end: number | null;
  cancels_at_period_end: number;
  synced_at: number;
}

export interface BillingEventsRow {
  id: string;
  type: string;
  received_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    users: UsersRow;
    workspace_members: WorkspaceMembersRow;
    workspace_invitations: WorkspaceInvitationsRow;
    password_resets: PasswordResetsRow;
    email_links: EmailLinksRow;
    sessions: SessionsRow;
    identities: IdentitiesRow;
    two_factor: TwoFactorRow;
    recovery_codes: RecoveryCodesRow;
    passkeys: PasskeysRow;
    used_challenges: UsedChallengesRow;
    api_tokens: ApiTokensRow;
    pairing_codes: PairingCodesRow;
    oauth_clients: OauthClientsRow;
    oauth_codes: OauthCodesRow;
    oauth_grants: OauthGrantsRow;
    beta_applications: BetaApplicationsRow;
    plan_limits: PlanLimitsRow;
    plan_use: PlanUseRow;
    plan_seats: PlanSeatsRow;
    billing_accounts: BillingAccountsRow;
    billing_events: BillingEventsRow;
  }
}
