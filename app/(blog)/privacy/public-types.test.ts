import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { parse } from 'yaml'
import type { FoundComment } from '@/lib/comments/reading/find-comment'
import type { listComments } from '@/lib/comments/reading/list-comments'
import type { AddedComment } from '@/lib/comments/writing/add-comment'
import type { OwnComment } from '@/lib/comments/writing/own-comment'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

/**
 * The names of all fields of a type at any depth. The type of a thread contains all other types.
 */
type FieldOf<T, Depth extends unknown[] = []> = Depth['length'] extends 5
  ? never
  : T extends Date
    ? never
    : T extends (infer Item)[]
      ? FieldOf<Item, [...Depth, 0]>
      : T extends object
        ? { [Key in keyof T]: Key | FieldOf<T[Key], [...Depth, 0]> }[keyof T]
        : never

type Hint = 'email' | 'mail' | 'address' | 'network' | 'ip_' | 'agent' | 'hash'

type Private<Field> = Field extends string
  ? Lowercase<Field> extends `${string}${Hint}${string}`
    ? Field
    : never
  : never

test('no public type has a field for an address or a network', () => {
  type Page = Awaited<ReturnType<typeof listComments>>
  type Public = AddedComment | Page | FoundComment | OwnComment | LinkPreview
  expectTypeOf<Private<FieldOf<Public>>>().toBeNever()
  // Checks that the test detects such a field.
  expectTypeOf<
    Private<FieldOf<{ comments: { author_email: string }[] }>>
  >().toEqualTypeOf<'author_email'>()
})

/** Returns the names of all properties of a described response. */
function propertiesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null
      ? Object.keys(value)
      : []),
    ...propertiesIn(value),
  ])
}

test('no response in openapi.yaml has such a field', () => {
  const { paths, components } = parse(readFileSync('openapi.yaml', 'utf8'))
  // Responses to timers contain only a number of rows.
  const open = Object.entries<Record<string, { responses?: unknown }>>(paths).filter(
    ([path]) => !path.startsWith('/api/cron/'),
  )
  const answers = open.flatMap(([, path]) => Object.values(path).map(({ responses }) => responses))
  const described = [
    ...answers,
    components.responses,
    components.schemas.Comment,
    components.schemas.LinkPreview,
  ].flatMap(propertiesIn)
  expect(described.length).toBeGreaterThan(20)
  expect(described.filter((name) => /mail|address|network|agent|hash/i.test(name))).toEqual([])
})
