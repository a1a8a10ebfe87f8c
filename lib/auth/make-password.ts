import 'server-only'
import { randomInt } from 'node:crypto'

/** Letters and digits that cannot be confused with each other. */
const characters = 'abcdefghijkmnpqrstuvwxyz23456789'
const [groups, groupCharacters] = [5, 4]

/** Makes a random password that is easy to copy or type: 100 random bits, in groups. */
export function makePassword(): string {
  const group = () =>
    Array.from({ length: groupCharacters }, () => characters[randomInt(characters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
