import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { nameLinkRule } from './rules'

test.each(['https://a.example', 'www.shoes', 'Cheap-Shoes.com', 'ｓｈｏｅｓ．ｃｏｍ'])(
  '%s is no name',
  (name) => {
    expect(nameLinkRule(draftOf('Hello', name), contextOf())?.verdict).toBe('pending')
  },
)

test.each(['Ada', 'J.R.R. Tolkien', 'Dr. Comet', 'Ana Co', 'St.Company'])(
  '%s is a name',
  (name) => {
    expect(nameLinkRule(draftOf('Hello', name), contextOf())).toBeUndefined()
  },
)
