import { doubt, hold, type Rule } from './screening-rule'

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
