import { test } from 'vitest'
import { expectSample } from '@/test/comment-exports'
import { artalk } from './artalk'

test('reads the sample', () =>
  expectSample(artalk, 'artrans.json', ['collapsed', 'time-zone-guessed']))
