import { hold, type Rule } from './screening-rule'

/** `COMMENT_MODERATION=all`: nothing is published unread. */
export const moderationRule: Rule = (_, { kind, moderation }) =>
  moderation === 'all' && kind !== 'import' ? hold('Every comment is held until it is read.') : undefined
