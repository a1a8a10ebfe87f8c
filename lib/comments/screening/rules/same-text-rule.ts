import { doubt, hold, type Rule, spam } from './screening-rule'
import { normaliseText } from '@/lib/comments/screening/text-hash'

/** Letters and digits. “Thanks!” is said by many, and a sentence by one. */
const [commonLengthMax, phraseLengthMax] = [11, 31]
/** So often nobody means it. */
const spamTimes = 5

/** The same text was written within a week, on whatever post and by whomever. */
export const sameTextRule: Rule = ({ content }, { sameText }) => {
  const { length } = normaliseText(content)
  if (sameText === 0 || length <= commonLengthMax) return undefined
  if (length <= phraseLengthMax) return sameText < spamTimes ? doubt(said(sameText)) : hold(said(sameText))
  return sameText < spamTimes ? hold(said(sameText)) : spam(said(sameText))
}

const said = (times: number) =>
  times === 1 ? 'The same was written before, this week.' : `The same was written ${times} times or more, this week.`
