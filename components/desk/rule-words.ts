/** What a rule is called at the desk. */
const words: Record<string, string> = {
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
  reported: 'Reported by readers',
}

export function ruleWords(rule: string): string {
  return words[rule] ?? rule
}

/** The rules one can filter by. */
export const ruleNames = Object.keys(words)
