/**
 * React's `Activity` keeps a hidden page mounted. The test renders only the view counter inside an
 * `Activity`.
 */
import { build } from 'esbuild'
import {
  completeView,
  expect,
  isReport,
  passTime,
  stopClock,
  test,
  turnWheel,
  waitUntilTracked,
} from './view-reader'

const page = `
  import { Activity, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { RecordView } from '@/components/views/record-view'
  function Page() {
    const [mode, setMode] = useState('hidden')
    window.show = setMode
    return (
    <Activity mode={mode}>
      <main>
        <RecordView
          slug="kept"
          views={4}
          language="en"
          forms={{ other: '# views' }}
          reservedWidth={8}
        >
          4 views
        </RecordView>
      </main>
    </Activity>
  )
  }
  createRoot(document.body).render(<Page />)`

test('counts a page inside an Activity only while it is shown', async ({ page: tab }) => {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: process.cwd(), loader: 'tsx' },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = outputFiles[0]?.text ?? ''
  const reports: string[] = []
  await tab.route('http://kept.example/**', (route) => {
    if (isReport(route.request())) {
      reports.push(route.request().postData() ?? '')
      return route.fulfill({ status: 201, json: { views: 5, counted: true } })
    }
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Kept</title><body></body>',
    })
  })
  await stopClock(tab)
  await tab.goto('http://kept.example/')
  await tab.addScriptTag({ content: script })
  await expect(tab.locator('main')).toBeHidden()
  await turnWheel(tab, 300)
  await passTime(tab)
  expect(reports).toEqual([])

  // Shows the page for too short a time to count.
  await tab.evaluate(`show('visible')`)
  await expect(tab.locator('main')).toContainText('4 views')
  await waitUntilTracked(tab)
  await tab.clock.runFor(1_000)
  await tab.evaluate(`show('hidden')`)
  await expect(tab.locator('main')).toBeHidden()
  await waitUntilTracked(tab, false)
  await passTime(tab)
  expect(reports).toEqual([])

  await tab.evaluate(`show('visible')`)
  await waitUntilTracked(tab)
  await completeView(tab)
  await expect(tab.locator('main')).toContainText('5 views')
  expect(reports).toHaveLength(1)
})
