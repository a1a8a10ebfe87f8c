import { findLinkedHosts } from '@/lib/comments/screening/find-links'
import { doubt, type Rule } from './screening-rule'

/** The first words of a network that was not seen before, and a link among them. */
export const firstLinkRule: Rule = ({ content }, { isNewcomer, ownHost }) =>
  isNewcomer && findLinkedHosts(content).some((host) => host !== ownHost) ? doubt('Its network is new here, and it has a link.') : undefined
