import { expect, withoutFonts } from './blog'
import { layoutShift } from './layout-shift'
import { publicPages, test } from './public-pages'

for (const width of [360, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const listed of publicPages) {
      // There a paragraph has a line less in our fonts than in the system's: fonts that came after they were drawn in those would
      // move what is beneath it. Browsers leave them away then (`font-display: optional`).
      const fonts = listed.breaksOtherwise && width === 360 ? 'never' : 'late'
      test(`${listed.name}: next to nothing moves, even where its fonts come ${fonts}`, async ({
        page,
        find,
      }) => {
        expect(await layoutShift(page, find(listed), fonts)).toBeLessThanOrEqual(0.02)
      })
    }
  })
}

test('where our fonts do not come, those set to their widths take their place', async ({
  page,
}) => {
  await withoutFonts(page)
  await page.goto('/posts/what-happens-to-a-pasted-link')
  const widths = await page.evaluate(async () => {
    await document.fonts.ready
    const line = document.createElement('span')
    line.textContent = 'Hamburgefonstiv, quick brown foxes, 0123456789'
    document.body.append(line)
    const widthIn = (family: string) => {
      line.style.fontFamily = family
      return line.getBoundingClientRect().width
    }
    return ['serif', 'sans'].map((kind) => [
      widthIn(`var(--font-${kind})`),
      widthIn(`var(--fallback-${kind})`),
    ])
  })
  for (const [ours, fallback] of widths) expect(ours).toBe(fallback)
  expect(widths[0]).not.toEqual(widths[1])
})
