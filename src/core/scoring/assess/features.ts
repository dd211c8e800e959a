import type { Reading } from '../reading/reading.ts';
import type { Traits } from '../reading/traits.ts';
import { askingFeatures, type AskingFeatures } from './asking.ts';
import { buyingFeatures, type BuyingFeatures } from './buying.ts';
import type { Profile } from './profile.ts';
import { speakerFeatures, type SpeakerFeatures } from './speaker.ts';
import { topicFeatures, type TopicFeatures } from './topic.ts';

/** All features of the model. */
export type Features = Traits & TopicFeatures & AskingFeatures & SpeakerFeatures & BuyingFeatures;

export function listFeatures(profile: Profile, reading: Reading): Features {
  const topic = topicFeatures(profile, reading);
  return {
    ...reading.traits,
    ...topic,
    ...askingFeatures(profile, reading, { traits: reading.traits, likeness: topic.likeness }),
    ...speakerFeatures(profile, reading),
    ...buyingFeatures(profile, reading),
  };
}
