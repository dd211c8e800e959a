import { type Brand, maxReports, type NewReport, type Report, type SharedReport } from '#shared/reports.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { getWorkspace } from '#core/accounts/security-stamp.ts';
import { hashOf, newSecret } from '#core/accounts/secret.ts';
import { isOwnCampaign } from '#core/inbox/posts/queries.ts';
import { type Actor, ownerOf, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { writeOr } from '#core/platform/db/failure.ts';
import { AppError } from '#core/platform/errors.ts';
import { checkedPicture } from '#core/platform/picture.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { zoneFor } from '../analytics/range.ts';
import type { SharedReportsRow } from '../tables.ts';
import { readReport, type ReportDeps } from './content.ts';
import {
  deleteReport,
  findReport,
  forgetEnded,
  getBrand,
  insertReport,
  listReports,
  noteOpened,
  putBrand,
  type SharedReportRow,
} from './queries.ts';

interface Deps extends ReportDeps, Pick<CoreContext, 'db' | 'now' | 'writeAudit'> {}

const maxLogoPixels = 4_000_000;

const sharedOf = (row: Omit<SharedReportRow, 'disabled' | 'security_stamp'>): SharedReport => ({
  id: String(row.id),
  campaign: row.campaign,
  from: row.from_day,
  to: row.to_day,
  createdAt: isoTime(row.created_at),
  expiresAt: isoTime(row.expires_at),
  isEmailed: row.schedule_id !== null,
  lastOpenedAt: isoTime(row.last_opened_at),
});

async function storeReport(
  trx: Trx,
  actor: Actor,
  given: Pick<
    SharedReportsRow,
    'campaign_id' | 'token_hash' | 'from_day' | 'to_day' | 'zone' | 'competitor_ids' | 'created_at' | 'expires_at'
  >,
): Promise<SharedReport> {
  const { id: userId, security_stamp: stamp } = await getWorkspace(trx, actor);
  const now = given.created_at;
  await forgetEnded(trx, { userId, stamp, now });
  const shared = (await listReports(trx, userId, now)).filter(({ schedule_id }) => schedule_id === null);
  if (shared.length >= maxReports) throw new AppError('conflict', `You can share at most ${maxReports} reports. Revoke one first.`);
  await insertReport(trx, { ...given, user_id: userId, stamp, schedule_id: null });
  const [made] = await listReports(trx, userId, now);
  if (!made) throw new Error('the report was not stored');
  return sharedOf(made);
}

/** Reports for clients: what came of a campaign in a time, read by whoever has the link. */
export function createReports(deps: Deps) {
  const { db, readDb, now, writeAudit } = deps;
  const limiter = createLimiter({ db, readDb, now });
  return {
    async list(actor: Actor): Promise<{ items: SharedReport[]; brand: Brand }> {
      const userId = workspaceOf(actor);
      return { items: (await listReports(readDb, userId, now())).map(sharedOf), brand: await getBrand(readDb, userId) };
    },

    /** Returns the path of the link, whose secret isn't stored. */
    async create(actor: Actor, { campaignId, from, to, zone, expiresInDays, competitorIds }: NewReport) {
      if (campaignId !== undefined && !(await isOwnCampaign(db, ownerOf(actor), campaignId)))
        throw new AppError('not_found', 'Campaign not found');
      const [secret, at] = [newSecret(), now()];
      const { name: zoneName } = await zoneFor(readDb, userIdOf(actor), zone);
      const given = {
        campaign_id: campaignId === undefined ? null : Number(campaignId),
        token_hash: hashOf(secret),
        from_day: from,
        to_day: to,
        zone: zoneName,
        competitor_ids: JSON.stringify(competitorIds),
        created_at: at,
        expires_at: at + expiresInDays * dayMs,
      };
      const made = await transact(db, (trx) => storeReport(trx, actor, given));
      await writeAudit(actor, { action: 'report-shared', target: `report:${made.id}`, details: { days: expiresInDays } });
      return { ...made, path: `/report/${secret}` };
    },

    /** Throws `invalid` for a logo that isn't a picture of the type that it claims. */
    async setBrand(actor: Actor, { logo, ...given }: Brand): Promise<Brand> {
      const brand = { ...given, logo: logo === null ? null : checkedPicture(logo, { path: 'logo', maxPixels: maxLogoPixels }) };
      await transact(db, (trx) => putBrand(trx, workspaceOf(actor), brand));
      return brand;
    },

    async revoke(actor: Actor, id: string): Promise<null> {
      if ((await deleteReport(db, actor.kind === 'system' ? null : workspaceOf(actor), id)) === 0)
        throw new AppError('not_found', 'Report not found');
      await writeAudit(actor, { action: 'report-revoked', target: `report:${id}` });
      return null;
    },

    /** Throws `not_found` for a link that is unknown, expired, or revoked, `too_many` after several of an address. */
    async read(secret: string, address: string, signal?: AbortSignal): Promise<Report> {
      const attempt = await limiter.report(address);
      const row = await findReport(db, hashOf(secret), now());
      if (!row) throw new AppError('not_found', 'This report has expired or was revoked. Ask whoever sent you the link for a new one.');
      await attempt.succeed();
      const { report } = await readReport(deps, row, signal);
      if (now() - (row.last_opened_at ?? 0) >= minuteMs)
        await writeOr(
          () => noteOpened(db, row.id, now()),
          async () => undefined,
        );
      return report;
    },
  };
}
