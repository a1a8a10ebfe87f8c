import { test } from 'vitest'
import { expectSample } from '@/test/comment-exports'
import { commento } from './commento'

test('reads the sample', () => expectSample(commento, 'commento.json', ['votes-net']))
