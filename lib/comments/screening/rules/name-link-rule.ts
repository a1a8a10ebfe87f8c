import { hold, type Rule } from './screening-rule'

const address = /https?:|www\.|\.(?:com|net|org|info|biz|shop|online|site|xyz|top|ru|cn|io|co)\b/i

/** An address for a name advertises it. */
export const nameLinkRule: Rule = ({ authorName }, { kind }) =>
  kind !== 'edit' && address.test(authorName.normalize('NFKC')) ? hold('Its name is an address.') : undefined
