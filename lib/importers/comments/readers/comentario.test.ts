import { test } from 'vitest'
import { expectSample } from '@/test/comment-exports'
import { comentario } from './comentario'

test('reads the sample', () => expectSample(comentario, 'comentario.json', ['votes-net']))
