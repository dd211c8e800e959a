// Fits src/core/scoring/assess/comment-model.json: which comments' authors need something, and whether it is the offering.
import { writeFileSync } from 'node:fs';
import { type CommentModel, commentParts, commentSigns, type CommentSigns } from '#core/scoring/assess/comment-need.ts';
import { formsOf, headOf, oddsOf } from '#core/scoring/assess/form.ts';
import { needIn } from '#core/scoring/assess/need.ts';
import { namesRequest } from '#core/scoring/assess/object.ts';
import { offerFit } from '#core/scoring/assess/offer-signs.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { fitHead, type FormSample, partsOfMany, pickOthers, readLeftOut, rounded } from './forms.ts';
import { fitLogistic } from '../bench/fit/logistic.ts';
import { inventedComments, readRated } from '../bench/fit/rated.ts';

/** A word in comments of fewer campaigns than this is about one of them. */
const minFields = 5;
const minCount = 8;

const stride = 101;

/** Of a comment that is read below the thread of another campaign. */
const elsewhereWeight = 0.25;

interface Comment extends FormSample {
  profile: Profile;
  reading: Reading;
  label: number;
  kind: string | null;
}

const all = readRated(inventedComments, 'fit').map(({ campaign, profile, reading, label, kind }): Comment => ({
  field: campaign,
  parts: commentParts(reading),
  weight: 1,
  profile,
  reading,
  label,
  kind,
}));
const form = fitForm(all);
const lead = fitLead();
const model: CommentModel = { ...form, lead };
writeFileSync(new URL('../src/core/scoring/assess/comment-model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
console.log(`${all.length} comments, ${form.words.split(' ').length} words, ${form.needs.forms.split('|').length} forms`, lead);

function fitForm(comments: readonly Comment[]): Pick<CommentModel, 'words' | 'needs'> {
  const kept = partsOfMany(comments, minFields);
  // Those who ask for something else need it as well.
  return {
    words: [...kept].join(' '),
    needs: fitHead(comments, { kept, minCount, truth: ({ label, kind }) => label >= 2 || kind === 'ask' }),
  };
}

function fitLead(): CommentSigns {
  const prior: CommentSigns = { form: 0.8, stated: 2, own: 1, foreign: -0.5, thread: 1, constant: -2 };
  const names = Object.keys(prior) as (keyof CommentSigns)[];
  const rows = readLeftOut(all, (own, rest) => {
    const { words, needs } = fitForm(rest);
    const kept = new Set(words.split(' '));
    const head = headOf(needs);
    return own.flatMap(({ profile, reading, parts, label }, at) => {
      const read = { form: oddsOf(head, formsOf(parts, kept)), stated: needIn(reading, { isCareer: false }) };
      const rowFor = (campaign: Profile, comment: Reading, { lead: isLead, weight }: { lead: boolean; weight: number }) => {
        const signs = commentSigns(campaign, comment, { ...read, fit: offerFit(campaign, comment) });
        return { values: names.map((name) => signs[name]), group: 0, lead: isLead, weight };
      };
      // Below a thread of another campaign, a request that names something is for something else.
      const elsewhere = label >= 2 && namesRequest(reading) ? pickOthers(all, at, stride).filter((other) => other.profile !== profile) : [];
      return [
        rowFor(profile, reading, { lead: label >= 2, weight: 1 }),
        ...elsewhere.map((other) =>
          rowFor(other.profile, { ...reading, thread: other.reading.thread }, { lead: false, weight: elsewhereWeight }),
        ),
      ];
    });
  });
  return rounded(names, fitLogistic({ rows, groups: 0, prior: names.map((name) => prior[name]), strength: 1, keepsSign: true }));
}
