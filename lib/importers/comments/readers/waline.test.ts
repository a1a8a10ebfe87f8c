import { test } from 'vitest'
import { expectSample } from '@/test/comment-exports'
import { waline } from './waline'

test('reads the sample', () =>
  expectSample(waline, 'waline.json', ['time-zone-guessed', 'emoticon']))
