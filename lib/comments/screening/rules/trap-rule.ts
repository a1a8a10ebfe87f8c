import { type Rule, spam } from './screening-rule'

/** A field that people neither see nor reach: only a program fills it in. */
export const trapRule: Rule = (_, { trap }) => (trap.trim() === '' ? undefined : spam('The field that nobody sees was filled in.'))
