import { findLinkedHosts } from '@/lib/comments/screening/find-links'
import { doubt, hold, type Rule } from './screening-rule'

const [doubtfulLinks, heldLinks] = [3, 5]

/** Many links: what a comment rarely needs, and an advertisement lives on. The blog's own do not count. */
export const linksRule: Rule = ({ content }, { ownHost }) => {
  const links = findLinkedHosts(content).filter((host) => host !== ownHost).length
  if (links >= heldLinks) return hold(`It has ${links} links.`)
  return links >= doubtfulLinks ? doubt(`It has ${links} links.`) : undefined
}
