import { doubt, type Rule } from './screening-rule'
import { withoutCode } from '@/lib/comments/screening/without-code'

/** Fewer are an abbreviation or two. */
const lettersMin = 20
const capitalShare = 0.7

/** Most of it is capitals, or it is full of exclamation marks. */
export const shoutingRule: Rule = ({ content }) => {
  const text = withoutCode(content).replaceAll(/https?:\/\/\S+/gi, ' ')
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const letters = capitals + (text.match(/\p{Ll}/gu)?.length ?? 0)
  if (letters >= lettersMin && capitals / letters > capitalShare) return doubt('Most of it is written in capitals.')
  return /[!！]{4}/u.test(text) ? doubt('It shouts with exclamation marks.') : undefined
}
