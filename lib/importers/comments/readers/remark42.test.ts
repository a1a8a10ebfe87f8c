import { expect, test } from 'vitest'
import { expectAnyChunks, expectAnyEnd, expectSample, readSample } from '@/test/comment-exports'
import { remark42 } from './remark42'

test('reads the sample', () =>
  expectSample(remark42, 'remark42.jsonl', ['votes-net', 'broken-record']))
