import type { ComplaintTopic } from '#shared/competitors.ts';
import { patterns, clauseEnd, hitsOf, namePlaceholder, type PhrasePattern } from './tokens.ts';

/** Phrases that prove a complaint's topic; words such as "cost" or "support" alone don't. */
const cues: Record<ComplaintTopic, readonly PhrasePattern[]> = {
  price: patterns(
    'overpriced',
    'too|so|very|way|really|pretty|more|overly|insanely|ridiculously|is|are|was|got [{so}] expensive|pricey|costly',
    'raised|raising|increased|doubled|tripled|hiked|raise|increase * price|prices|pricing|fee|fees|rates',
    'price|prices|pricing|fees [has|have|keep|keeps] went|gone|going|doubled|tripled|increase|increases|hike|hikes|up|ridiculous|insane|skyrocketed',
    'price|prices|pricing|fees is|are [{so}] {bad}|high',
    'high|higher|insane|ridiculous|outrageous|crazy price|prices|pricing|fees|cost|costs',
    'cost|costs|charge|charges too much',
    'cheaper',
    'not|isnt worth * money|price|cost',
    'waste of * money',
  ),
  support: patterns(
    'customer service|support|care',
    'tech|technical support',
    'support|helpdesk [team|staff] is|are|was|never|wont|doesnt|has|takes|took',
    'no support from',
    'X support|helpdesk',
    'never|doesnt|dont|didnt|wont|not answer|answers|answered|answering|reply|replies|replied|respond|responds|responded|responding',
    'ignored my|me|us|our|all',
  ),
  reliability: patterns(
    'crash|crashes|crashed|crashing|buggy|unreliable|glitchy|outage|outages|freezes',
    'X [{part}] {be} [{so}] down|broken',
    'full of bugs',
    'stopped working',
    'doesnt|dont|didnt|wont|never work|works|worked|load|loads|sync|syncs !for|as|like',
    'is|are|does|do|did|will not work|working|load|loading|sync|syncing !for|as|like',
    'keeps|kept crashing|failing|breaking|freezing|logging|dropping',
    'not|isnt reliable',
    'X [{part}] [{so}] fails|failed|breaks|broke',
  ),
  speed: patterns('slow|laggy|sluggish|slower', 'takes|took forever', 'so much lag'),
  features: patterns(
    'lacks|lacked',
    'lack of',
    'X [{part}] is missing',
    'missing * feature|features',
    'doesnt|dont|does|do|cant|cannot|wont [not] support|offer|have|handle|export|import|print',
    'limited features|functionality',
  ),
  ease: patterns(
    'confusing|clunky|unintuitive|bloated',
    'complicated|complex [to|for]',
    'hard|difficult to use|learn|navigate|understand',
    'learning curve',
    '{bad} interface|ui|ux',
    'interface|ui|ux is|are|was [{so}] {bad}',
  ),
  billing: patterns(
    'charged|charging|charges|billed|billing me|us|my|twice|double',
    'overcharged|overcharging',
    'cancel|cancelling|canceling|cancelled * subscription|account|plan|membership|service',
    'impossible|hard to cancel',
    'auto renew|renewed|renewal',
    'refund|refunds|refunded',
  ),
  data: patterns(
    'lost|deleted|lose|loses|losing|erased [all|of|my|our|the] data|files|work|everything',
    'privacy|hacked|leaked|breached',
    'data|security breach|leak',
  ),
  integrations: patterns(
    'integration|integrations|zapier|webhook|webhooks',
    'doesnt|dont|wont|cant|cannot|not integrate|connect|sync with|to',
    'X api',
  ),
};
const topics = Object.entries(cues) as [ComplaintTopic, readonly PhrasePattern[]][];
/** Further away, a sentence speaks of something else. */
const maxFromName = 12;
const praised = new Set(['no', 'never', 'without', 'isnt', 'not', 'arent']);

/** Topics of a sentence that complains: each has its own phrase near the name. */
export function topicsOf(words: readonly string[]): ComplaintTopic[] {
  const names = words.flatMap((word, at) => (word === namePlaceholder ? [at] : []));
  const isNear = (at: number): boolean => names.some((name) => Math.abs(name - at) <= maxFromName);
  const isDenied = (at: number): boolean =>
    words.slice(Math.max(words.lastIndexOf(clauseEnd, at) + 1, at - 2), at).some((word) => praised.has(word));
  return topics
    .filter(([, phrases]) => hitsOf(words, phrases).some(({ start }) => isNear(start) && !isDenied(start)))
    .map(([topic]) => topic);
}
