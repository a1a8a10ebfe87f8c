import { expect, test } from 'vitest'
import { convertEmail, convertName } from './convert-person'

test.each([
  ['Zoë “Z” Example', 'Zoë “Z” Example', []],
  [' Ada\n\u202ELovelace\u0000 ', 'Ada Lovelace', []],
  ['n'.repeat(80), 'n'.repeat(80), []],
  ['🙂'.repeat(81), `${'🙂'.repeat(79)}…`, ['name-cut']],
  ['', 'Anonymous', ['name-missing']],
  [' \u200B\u3164', 'Anonymous', ['name-missing']],
])('converts the name %j', (source, name, losses) => {
  expect(convertName(source)).toEqual({ name, losses })
})

test.each([
  [' marnie@example.com ', 'marnie@example.com', []],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example', []],
  ['', undefined, []],
  ['not an address', undefined, ['email-invalid']],
  ['anonymous@example.org', undefined, ['email-invalid']],
  ['noreply@blogger.com', undefined, ['email-invalid']],
  ['1+ada@users.noreply.github.com', undefined, ['email-invalid']],
  ['0123456789abcdef'.repeat(2), undefined, ['email-hashed']],
  ['0123456789ABCDEF0123456789abcdef01234567', undefined, ['email-hashed']],
  ['0123456789abcdef'.repeat(4), undefined, ['email-hashed']],
])('converts the e-mail address %j', (source, email, losses) => {
  expect(convertEmail(source)).toEqual({ email, losses })
})
