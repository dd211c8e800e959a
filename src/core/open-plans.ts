import { ownOrigin } from './accounts/reset-links.ts';
import type { WriteAudit } from './platform/audit/entry.ts';
import { createGateway } from './accounts/billing/gateway.ts';
import { createBilling } from './accounts/billing/service.ts';
import type { Parts } from './open.ts';
import { mirrorPlans } from './accounts/plans/queries.ts';
import { createPlans } from './accounts/plans/service.ts';

/** What accounts may use, and what they pay for it, wired. */
export async function openPlans(parts: Parts & { writeAudit: WriteAudit }) {
  const { config, db } = parts;
  await mirrorPlans(db, config.billing.plans);
  const plans = createPlans(parts);
  const gateway = config.billing.stripeKey === '' ? null : createGateway(config.billing);
  return { plans, billing: createBilling({ ...parts, gateway, origin: ownOrigin(config), plans }) };
}
