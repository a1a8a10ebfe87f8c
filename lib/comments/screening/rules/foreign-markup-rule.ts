import { hold, type Rule } from './screening-rule'
import { withoutCode } from '@/lib/comments/screening/without-code'

/** BBCode's and HTML's ways to write a link do nothing here: who writes them sends the same everywhere. In Markdown a link may have any of these words. */
const foreignLink = /\[(?:url|link|img)(?:=[^[\]]*\]|\](?!\())|<a\s[^<>]*href\s*=/i

export const foreignMarkupRule: Rule = ({ content }) =>
  foreignLink.test(withoutCode(content)) ? hold('It has a link in the markup of other places (BBCode, HTML).') : undefined
