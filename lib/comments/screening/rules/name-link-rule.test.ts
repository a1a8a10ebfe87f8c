import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { nameLinkRule } from './rules'

test.each(['https://a.example', 'www.shoes', 'Cheap-Shoes.com', 'ｓｈｏｅｓ．ｃｏｍ'])(
  'holds the name %s',
  (name) => {
    expect(nameLinkRule(draftOf('Hello', name), contextOf())?.verdict).toBe('pending')
  },
)

test.each(['Ada', 'J.R.R. Tolkien', 'Dr. Comet', 'Ana Co', 'St.Company'])(
  'accepts the name %s',
  (name) => {
    expect(nameLinkRule(draftOf('Hello', name), contextOf())).toBeUndefined()
  },
)
