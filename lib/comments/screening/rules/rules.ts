import { blockedRule } from './blocked-rule'
import { firstLinkRule } from './first-link-rule'
import { floodRule } from './flood-rule'
import { foreignMarkupRule } from './foreign-markup-rule'
import { hiddenCharactersRule } from './hidden-characters-rule'
import { linksRule } from './links-rule'
import { mixedScriptsRule } from './mixed-scripts-rule'
import { moderationRule } from './moderation-rule'
import { nameLinkRule } from './name-link-rule'
import { sameTextRule } from './same-text-rule'
import type { Rule } from './screening-rule'
import { shoutingRule } from './shouting-rule'
import { stampRule } from './stamp-rule'
import { trapRule } from './trap-rule'

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
