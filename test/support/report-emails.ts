import { onTestFinished } from 'vitest';
import { newReportScheduleSchema } from '#shared/report-emails.ts';
import { makeUser } from './factories.ts';
import { decoded, startSmtpServer } from './fakes/smtp.ts';
import { makeCore } from './make-core.ts';

const from = 'Earshot <earshot@earshot.test>';
const publicUrl = 'https://earshot.test';

/** An account that emails reports. It is Saturday, 21 November 2026: a weekly report is due on Monday at 8. */
export async function makeReportSender(options: { onDisk?: boolean } = {}) {
  const smtp = await startSmtpServer();
  const made = await makeCore({ smtp: { url: smtp.url, from }, http: { publicUrl } }, options);
  const ann = await makeUser(made.core, 'ann');
  onTestFinished(async () => {
    await made.close();
    await smtp.close();
  });
  const { schedules } = made.core.insights.reports;
  const schedule = (input: Record<string, unknown> = {}, actor = ann) =>
    schedules.create(actor, newReportScheduleSchema.parse({ recipients: ['client@north.test'], ...input }));
  const sendAt = async (at: number) => {
    made.clock.now = at;
    return schedules.sendDue(new AbortController().signal);
  };
  return { ...made, smtp, ann, schedules, schedule, sendAt, list: async () => (await schedules.list(ann)).items };
}
export const monday = Date.UTC(2026, 10, 23, 8);

export const linkIn = (mail: string): string => /https:\/\/earshot\.test\/report\/([\w-]{43})/.exec(decoded(mail))?.[1] ?? '';
export const tokenIn = (mail: string): string => /https:\/\/earshot\.test\/mail\/([\w-]+)/.exec(decoded(mail))?.[1] ?? '';
export const recipientsOf = (mails: readonly string[]): string[] => mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? '').sort();
