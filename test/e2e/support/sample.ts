import type { Instance } from './instance.ts';

/** Plays the sample to its end, so that pages have content. */
export async function playSample(instance: Instance, token: string): Promise<{ campaignId: string }> {
  const { campaign } = await instance.api<{ campaign: { id: string } }>('POST', '/campaigns/sample', { token });
  for (let tries = 0; tries < 300; tries += 1) {
    const runs = await instance.api<{ items: { state: string }[] }>('GET', `/campaigns/${campaign.id}/runs`, { token });
    if (runs.items[0] && runs.items[0].state !== 'running') return { campaignId: campaign.id };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The sample stream did not end');
}
