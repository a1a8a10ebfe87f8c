import type { RuleName } from '@/lib/comments/screening/rules/rules'

/** The labels of the rules in the admin area. */
const words: Record<RuleName, string> = {
  moderation: 'Everything is held',
  trap: 'Hidden field filled in',
  stamp: 'Form not touched',
  flood: 'Flood of newcomers',
  blocked: 'Blocked',
  'same-text': 'Said before',
  links: 'Many links',
  'first-link': 'First comment, with a link',
  'foreign-markup': 'Markup of other software',
  'name-link': 'Link in the name',
  'mixed-scripts': 'Mixed scripts',
  'hidden-characters': 'Hidden characters',
  shouting: 'Shouting',
  akismet: 'Akismet',
  reports: 'Reported by readers',
  doubts: 'Several doubts',
}

/** A Map, because a URL may name a rule `constructor`. */
const known = new Map(Object.entries(words))

export function ruleWords(rule: string): string {
  return known.get(rule) ?? rule
}

/** The rules available as filters. */
export const ruleNames = Object.keys(words)
