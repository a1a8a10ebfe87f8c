import type { Block } from '@/lib/comments/screening/blocklist'
import { findLinkedHosts } from '@/lib/comments/screening/find-links'
import { normaliseText } from '@/lib/comments/screening/text-hash'
import { withoutCode } from '@/lib/comments/screening/without-code'
import { latinLookAlike } from '@/lib/text/confusables'
import { floodRule } from './flood-rule'
import { doubt, type Finding, hold, type Rule, spam } from './screening-rule'

/** A field that people neither see nor reach: only a program fills it in. */
export const trapRule: Rule = (_, { trap }) =>
  trap.trim() === '' ? undefined : spam('The field that nobody sees was filled in.')

/** Nobody writes a comment in less, from the first touch of its form to its end. */
const writingMsMin = 1_500
/** As long as a stamp is good for, and the used ones are kept. */
const stampMsMax = 24 * 60 * 60 * 1_000

/**
 * When the form was first touched. Where no script runs there is no stamp, and a client of the API has none: that
 * alone holds nothing.
 */
export const stampRule: Rule = (_, { kind, stamp, earlierStampDoubt }) => {
  // What was doubtful when the comment came is no less so of words that take the place of its own.
  if (kind === 'edit' && earlierStampDoubt !== undefined) return doubt(earlierStampDoubt)
  if (kind !== 'new') return undefined
  if (stamp.kind === 'missing')
    return doubt('It came without the stamp that the form’s script brings.')
  if (stamp.kind === 'forged') return hold('Its stamp was not made here.')
  if (stamp.isUsed) return hold('Its stamp was used before.')
  if (stamp.ageMs < writingMsMin)
    return hold(`It was written in ${(Math.max(0, stamp.ageMs) / 1_000).toFixed(1)} seconds.`)
  if (stamp.ageMs > stampMsMax) return hold('Its form was opened more than a day before.')
  return undefined
}

/** Fewer are an abbreviation or two. */
const lettersMin = 20
const capitalShare = 0.7

/** Most of it is capitals, or it is full of exclamation marks. */
export const shoutingRule: Rule = ({ content }) => {
  const text = withoutCode(content).replaceAll(/https?:\/\/\S+/gi, ' ')
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const letters = capitals + (text.match(/\p{Ll}/gu)?.length ?? 0)
  if (letters >= lettersMin && capitals / letters > capitalShare)
    return doubt('Most of it is written in capitals.')
  return /[!！]{4}/u.test(text) ? doubt('It shouts with exclamation marks.') : undefined
}

/** Letters and digits. “Thanks!” is said by many, and a sentence by one. */
const [commonLengthMax, phraseLengthMax] = [11, 31]
/** So often nobody means it. */
const spamTimes = 5

/** The same text was written within a week, on whatever post and by whomever. */
export const sameTextRule: Rule = ({ content }, { sameText }) => {
  const { length } = normaliseText(content)
  if (sameText === 0 || length <= commonLengthMax) return undefined
  if (length <= phraseLengthMax)
    return sameText < spamTimes ? doubt(said(sameText)) : hold(said(sameText))
  return sameText < spamTimes ? hold(said(sameText)) : spam(said(sameText))
}

const said = (times: number) =>
  times === 1
    ? 'The same was written before, this week.'
    : `The same was written ${times} times or more, this week.`

const address = /https?:|www\.|\.(?:com|net|org|info|biz|shop|online|site|xyz|top|ru|cn|io|co)\b/i

/** An address for a name advertises it. */
export const nameLinkRule: Rule = ({ authorName }, { kind }) =>
  kind !== 'edit' && address.test(authorName.normalize('NFKC'))
    ? hold('Its name is an address.')
    : undefined

/** `COMMENT_MODERATION=all`: nothing is published unread. */
export const moderationRule: Rule = (_, { kind, moderation }) =>
  moderation === 'all' && kind !== 'import'
    ? hold('Every comment is held until it is read.')
    : undefined

/**
 * A letter that only looks Latin, within a Latin word: nobody types that, and filters miss it. At a word's edge, with
 * one change of script, it may be an ending that a language adds (`SMSка`), or mathematics (`αx`).
 */
export const mixedScriptsRule: Rule = ({ content, authorName }) => {
  const words =
    `${authorName}\n${withoutCode(content)}`.normalize('NFC').match(/[\p{L}\p{M}]+/gu) ?? []
  const mixed = words.filter(isMixed)
  if (mixed.length === 0) return undefined
  const reason = `Letters of several scripts stand in one word: “${mixed.slice(0, 3).join('”, “')}”.`
  return mixed.length >= 2 || mixed.some((word) => changesOfScript(word) >= 2)
    ? hold(reason)
    : doubt(reason)
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

const [doubtfulLinks, heldLinks] = [3, 5]

/** Many links: what a comment rarely needs, and an advertisement lives on. The blog's own do not count. */
export const linksRule: Rule = ({ content }, { ownHost }) => {
  const links = findLinkedHosts(content).filter((host) => host !== ownHost).length
  if (links >= heldLinks) return hold(`It has ${links} links.`)
  return links >= doubtfulLinks ? doubt(`It has ${links} links.`) : undefined
}

/** Overrides show letters in another order than they are written in: no language needs them (UAX 9, 2.2). */
const override = /[\u202D\u202E]/u
/** Letters as a flag is made of, outside of a flag: text that nobody sees. */
const tags = /(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0020}-\u{E007F}]/u
/** What is not seen, within a word of a script that has no use for it: Persian joins by it, and emoji do. */
const withinWord =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u034F\u180E\u200B-\u200F\u2060-\u2064\uFEFF]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])/gu
const opening = /[\u202A\u202B\u2066-\u2068]/gu
const closing = /[\u202C\u2069]/gu

/** Characters that turn the direction of text, or are not seen at all, where only somebody who hides has a use for them. */
export const hiddenCharactersRule: Rule = ({ content, authorName }) => {
  const text = `${authorName}\n${content}`
  if (override.test(text)) return hold('It turns the direction of its letters around.')
  if (tags.test(text)) return hold('It holds text that nobody sees.')
  const hidden = text.match(withinWord)?.length ?? 0
  if (hidden >= 2) return hold(`Invisible characters stand within its words, ${hidden} times.`)
  if (hidden === 1) return doubt('An invisible character stands within a word.')
  const isOpen = (text.match(opening)?.length ?? 0) > (text.match(closing)?.length ?? 0)
  return isOpen ? doubt('It turns the direction of text, and not back.') : undefined
}

/** BBCode's and HTML's ways to write a link do nothing here: who writes them sends the same everywhere. In Markdown a link may have any of these words. */
const foreignLink = /\[(?:url|link|img)(?:=[^[\]]*\]|\](?!\())|<a\s[^<>]*href\s*=/i

export const foreignMarkupRule: Rule = ({ content }) =>
  foreignLink.test(withoutCode(content))
    ? hold('It has a link in the markup of other places (BBCode, HTML).')
    : undefined

/** The first words of a network that was not seen before, and a link among them. */
export const firstLinkRule: Rule = ({ content }, { isNewcomer, ownHost }) =>
  isNewcomer && findLinkedHosts(content).some((host) => host !== ownHost)
    ? doubt('Its network is new here, and it has a link.')
    : undefined

const what = { word: 'the blocked word', name: 'the blocked name', domain: 'the blocked domain' }

/** What the admin area does not want in comments: words, names, domains, and networks, each with its own verdict. */
export const blockedRule: Rule = (comment, { blocklist, networkKeys, now }) => {
  const met = blocklist.find(comment, networkKeys, now)
  const gravest = met.find(({ verdict }) => verdict === 'spam') ?? met[0]
  return gravest && findingOf(gravest)
}

function findingOf(block: Block): Finding {
  // A network is known by a hash alone, which says nothing to anybody.
  const reason =
    block.kind === 'network'
      ? 'It came from a blocked network.'
      : `It has ${what[block.kind]} “${block.value}”.`
  return block.verdict === 'spam' ? spam(reason) : hold(reason)
}

/** Every rule, under the name that is stored with what it finds. The admin area filters by these names: keep them. */
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

/** Whatever is stored as a rule: one of these, or what else judges: Akismet, readers, and doubts that hold together. */
export type RuleName = keyof typeof rules | 'akismet' | 'reports' | 'doubts'
