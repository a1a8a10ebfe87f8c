import { expect, fewInGate, firstInGate, withoutFonts } from '@/e2e/support/blog'
import { completeChromium } from '@/e2e/support/launch-chromium'
import { layoutShift } from '@/e2e/support/layout-shift'
import { publicPages, test } from '@/e2e/support/public-pages'

// The headless shell places letters differently than readers' browsers, so lines break elsewhere.
test.use({ launchOptions: completeChromium })

for (const width of firstInGate([360, 1280])) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const listed of fewInGate(publicPages)) {
      // Browsers do not use late fonts, which would move content (`font-display: optional`).
      const fonts = listed.shiftsWithLateFonts ? 'never' : 'late'
      test(`${listed.name} has almost no layout shift if web fonts load ${fonts}`, async ({
        page,
        find,
      }) => {
        expect(await layoutShift(page, find(listed), fonts)).toBeLessThanOrEqual(0.02)
      })
    }
  })
}

test('without web fonts, the page uses fallback fonts of matching width', async ({ page }) => {
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
