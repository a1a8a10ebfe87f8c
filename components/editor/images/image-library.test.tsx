import { expect, test } from 'vitest'
import { render } from '@/test/render'
import { ImageLibrary } from './image-library'

test('does not say that there are no images before they are loaded', () => {
  const html = render(<ImageLibrary choose={() => {}} close={() => {}} />)
  expect(html).toContain('Image library')
  expect(html).not.toContain('No images yet')
})
