import { type Block, findBlocks } from '@/lib/comments/screening/blocklist'
import type { Draft, Verdict } from '@/lib/comments/screening/draft'
import { findLinkedHosts } from '@/lib/comments/screening/find-links'
import type { Stamp } from '@/lib/comments/screening/form-stamp'
import { normaliseText } from '@/lib/comments/screening/text-hash'
import { type Translate, translator } from '@/lib/i18n/translator'
import type { moderationModes } from '@/lib/settings/blog-input'
import { latinLookAlike } from '@/lib/text/confusables'

/** All facts that rules use besides the comment itself. */
export type ScreeningContext = {
  /** Edits have no form. */
  kind: 'new' | 'edit'
  moderation: (typeof moderationModes)[number]
  /** The author has confirmed their address, and a comment with it has been approved. */
  isTrusted: boolean
  /** Value of the honeypot field. */
  trap: string
  stamp: Stamp
  isStampUsed: boolean
  /** True if the comment that an edit changes had no stamp; edits never have one. */
  wasStampMissing: boolean
  /** Number of identical texts within a week, up to a bound. */
  sameText: number
  /** True if the network has no earlier comment within 48 hours; for an edit, as of the comment. */
  isNewcomer: boolean
  /** Number of other comments from new networks within ten minutes, up to a bound. */
  newcomers: number
  /** Number of such comments that are not yet a flood. */
  newcomersMax: number
  /** All active blocks. */
  blocks: Block[]
  /** Block keys of the network, one for each secret. */
  networkKeys: string[]
  /** The blog's own host. Links to it do not count. */
  ownHost: string | undefined
}

/** Result of one rule. `published` is a doubt: one does not hold a comment, but two do. */
export type Finding = { verdict: Verdict; reason: string }

type Rule = (comment: Draft, context: ScreeningContext) => Finding | undefined

type Reason = Parameters<Translate<'screening'>>[0]
type Values = Record<string, string | number>

const finding =
  (verdict: Verdict) =>
  (reason: Reason, values?: Values): Finding => ({
    verdict,
    reason: translator('screening')(reason, values),
  })

export const doubt = finding('published')
export const hold = finding('pending')
export const spam = finding('spam')

/** Honeypot: a field that people neither see nor reach, so only a program fills it in. */
export const trapRule: Rule = (_, { trap }) => (trap.trim() === '' ? undefined : spam('trap'))

/** Minimum time from the first input to the submission, in milliseconds. */
const writingMsMin = 1_500
/** Lifetime of a stamp, in milliseconds. */
const stampMsMax = 24 * 60 * 60 * 1_000

/** Checks the time of the form's first input, which plain forms and API clients do not send. */
export const stampRule: Rule = (_, { kind, stamp, isStampUsed, wasStampMissing }) => {
  // A doubt about the comment's stamp also applies to edits.
  if (kind === 'edit') return wasStampMissing ? doubt('stampMissing') : undefined
  if (stamp.kind === 'missing') return doubt('stampMissing')
  if (stamp.kind === 'forged') return hold('stampForged')
  if (isStampUsed) return hold('stampUsed')
  if (stamp.ageMs < writingMsMin)
    return hold('stampFast', { seconds: Math.max(0, stamp.ageMs) / 1_000 })
  if (stamp.ageMs > stampMsMax) return hold('stampOld')
  return undefined
}

/** Limits of `shoutingRule`: fewer letters may be an acronym or an exclamation. */
const lettersMin = 20
const capitalShareMax = 0.7

/** Detects text that is mostly capitals or has many exclamation marks. */
export const shoutingRule: Rule = ({ content }) => {
  const text = withoutCode(content).replaceAll(/https?:\/\/\S+/gi, ' ')
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const letters = capitals + (text.match(/\p{Ll}/gu)?.length ?? 0)
  if (letters >= lettersMin && capitals / letters > capitalShareMax) return doubt('capitals')
  return /[!！]{4}/u.test(text) ? doubt('exclamation') : undefined
}

/** Maximum letters and digits of a common phrase such as “Thanks!”, and of a short sentence. */
const commonLengthMax = 11
const phraseLengthMax = 31
/** Number of repetitions that does not occur by chance. */
const spamTimes = 5

/** Detects a text already submitted in the past week, on any post and by any author. */
export const sameTextRule: Rule = ({ content }, { sameText }) => {
  const { length } = normaliseText(content)
  if (sameText === 0 || length <= commonLengthMax) return undefined
  if (length <= phraseLengthMax)
    return (sameText < spamTimes ? doubt : hold)('repeated', { times: sameText })
  return (sameText < spamTimes ? hold : spam)('repeated', { times: sameText })
}

const address = /https?:|www\.|\.(?:com|net|org|info|biz|shop|online|site|xyz|top|ru|cn|io|co)\b/i

/** Detects a URL used as a name, which is advertising. */
export const nameLinkRule: Rule = ({ authorName }, { kind }) =>
  kind !== 'edit' && address.test(authorName.normalize('NFKC')) ? hold('nameLink') : undefined

/** Holds all comments, or those of readers without an approved one, depending on the setting. */
export const moderationRule: Rule = (_, { moderation, isTrusted }) => {
  if (moderation === 'all') return hold('all')
  return moderation === 'trusted' && !isTrusted ? hold('newReader') : undefined
}

/**
 * Detects Latin look-alike letters within Latin words, which people do not type and filters miss. A
 * single change of script at the edge of a word may be a suffix (`SMSка`) or mathematics (`αx`).
 */
export const mixedScriptsRule: Rule = ({ content, authorName }) => {
  const words =
    `${authorName}\n${withoutCode(content)}`.normalize('NFC').match(/[\p{L}\p{M}]+/gu) ?? []
  const mixed = words.filter(isMixed)
  if (mixed.length === 0) return undefined
  const isClear = mixed.length >= 2 || mixed.some((word) => changesOfScript(word) >= 2)
  return (isClear ? hold : doubt)('mixedScripts', { words: mixed.slice(0, 3).join('”, “') })
}

const isLatin = (letter: string) => /\p{Script=Latin}/u.test(letter)
const isDisguised = (letter: string) => !isLatin(letter) && latinLookAlike(letter) !== undefined

function isMixed(word: string): boolean {
  const letters = [...word]
  return letters.some(isLatin) && letters.some(isDisguised)
}

function changesOfScript(word: string): number {
  const latin = [...word].filter((letter) => /\p{L}/u.test(letter)).map(isLatin)
  return latin.filter((one, index) => index > 0 && one !== latin[index - 1]).length
}

const doubtfulLinks = 3
const heldLinks = 5

/** Counts links to other hosts: comments rarely need many, but advertising does. */
export const linksRule: Rule = ({ content }, { ownHost }) => {
  const links = findLinkedHosts(content).filter((host) => host !== ownHost).length
  if (links >= heldLinks) return hold('links', { count: links })
  return links >= doubtfulLinks ? doubt('links', { count: links }) : undefined
}

/** Overrides reverse the order of letters; no language needs them (UAX 9, 2.2). */
const override = /[\u202D\u202E]/u
/** Tag characters outside of a flag emoji are invisible text. */
const tags = /(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0020}-\u{E007F}]/u
const plainLetter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]`
/** Invisible characters between letters of scripts that need no joiners, unlike Persian. */
const withinWord = new RegExp(
  String.raw`(?<=${plainLetter})[\u034F\u180E\u200B-\u200F\u2060-\u2064\uFEFF]+(?=${plainLetter})`,
  'gu',
)
const opening = /[\u202A\u202B\u2066-\u2068]/gu
const closing = /[\u202C\u2069]/gu

/** Detects bidirectional and invisible characters in places where they only serve to hide text. */
export const hiddenCharactersRule: Rule = ({ content, authorName }) => {
  const text = `${authorName}\n${content}`
  if (override.test(text)) return hold('override')
  if (tags.test(text)) return hold('hidden')
  const hidden = text.match(withinWord)?.length ?? 0
  if (hidden >= 2) return hold('withinWords', { count: hidden })
  if (hidden === 1) return doubt('withinWords', { count: 1 })
  const isOpen = (text.match(opening)?.length ?? 0) > (text.match(closing)?.length ?? 0)
  return isOpen ? doubt('direction') : undefined
}

/** Matches links in BBCode and HTML, except a Markdown link whose text is such a word. */
const foreignLink = /\[(?:url|link|img)(?:=[^[\]]*\]|\](?!\())|<a\s[^<>]*href\s*=/i

export const foreignMarkupRule: Rule = ({ content }) =>
  foreignLink.test(withoutCode(content)) ? hold('foreignMarkup') : undefined

/** Detects a link in the first comment from an unknown network. */
export const firstLinkRule: Rule = ({ content }, { isNewcomer, ownHost }) =>
  isNewcomer && findLinkedHosts(content).some((host) => host !== ownHost)
    ? doubt('firstLink')
    : undefined

/** Applies the blocks of the admin area, each with its own verdict. */
export const blockedRule: Rule = (comment, { blocks, networkKeys }) => {
  const matches = findBlocks(blocks, comment, networkKeys)
  const strictest = matches.find(({ verdict }) => verdict === 'spam') ?? matches[0]
  if (!strictest) return undefined
  const { kind, value, verdict } = strictest
  const find = verdict === 'spam' ? spam : hold
  // Only the hash of a network is known, which is not readable.
  return kind === 'network' ? find('blockedNetwork') : find('blocked', { kind, value })
}

/** Holds comments from unknown networks if more arrive than a blog can expect of new readers. */
export const floodRule: Rule = (_, { isNewcomer, newcomers, newcomersMax }) =>
  isNewcomer && newcomers >= newcomersMax ? hold('flood') : undefined

/** Returns a comment's text without its code. Comments have no indented code. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(?:```|~~~)[\s\S]*?^(?:```|~~~)/gm, ' ').replaceAll(/`[^`\n]+`/g, ' ')
}

/** All rules by the names that are stored with their findings, so do not rename them. */
export const rules = {
  moderation: moderationRule,
  trap: trapRule,
  stamp: stampRule,
  flood: floodRule,
  blocked: blockedRule,
  'same-text': sameTextRule,
  links: linksRule,
  'first-link': firstLinkRule,
  'foreign-markup': foreignMarkupRule,
  'name-link': nameLinkRule,
  'mixed-scripts': mixedScriptsRule,
  'hidden-characters': hiddenCharactersRule,
  shouting: shoutingRule,
} as const satisfies Record<string, Rule>
