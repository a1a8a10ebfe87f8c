import { expect } from './blog'
import { layoutShift } from './layout-shift'
import { publicPages, test } from './public-pages'

for (const width of [360, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const listed of publicPages) {
      // There a paragraph has a line less in our fonts than in the system's: fonts that came after they were drawn in those would
      // move what is beneath it. Browsers leave them away then (`font-display: optional`).
      const fonts = listed.breaksOtherwise && width === 360 ? 'never' : 'late'
      test(`${listed.name}: next to nothing moves, even where its fonts come ${fonts}`, async ({ page, find }) => {
        expect(await layoutShift(page, find(listed), fonts)).toBeLessThanOrEqual(0.02)
      })
    }
  })
}
