import 'server-only'
import { randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for one another. */
const characters = 'abcdefghijkmnpqrstuvwxyz23456789'
const [groups, groupCharacters] = [5, 4]

/** A password to be copied or typed: 100 random bits, in groups. */
export function makePassword(): string {
  const group = () =>
    Array.from({ length: groupCharacters }, () => characters[randomInt(characters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
