/**
 * `npm run bench` measures every figure, each with its baseline from the same run, and prints a
 * table. `npm run bench -- search editor` measures some, selected by file name, on one build.
 */

import { measureAdmin } from './admin'
import { measureBuildTime } from './build-time'
import { chooseNamed } from './choose-named'
import { measureCommentMarkdown } from './comment-markdown'
import { measureCommentPages } from './comment-pages'
import { measureComments } from './comments'
import { measureAmongAMillion } from './comments-among-a-million'
import { measureEditor } from './editor'
import { measureEditorJavaScript } from './editor-javascript'
import type { Figure } from './figure'
import { measureForgedReaders } from './forged-readers'
import { measureLighthouse } from './lighthouse'
import { measureLinkPreviews } from './link-previews'
import { measureManyPosts } from './many-posts'
import { measureMemory } from './memory'
import { measureMetadata } from './metadata'
import { measurePageQueries } from './page-queries'
import { type Blog, withBlog } from './prepare'
import { measureReadingPageJavaScript } from './reading-page-javascript'
import { measureSavePost } from './save-post'
import { measureScreening } from './screening'
import { measureSearch } from './search'
import { measureSpamRun } from './spam-run'
import { measureStartUp } from './start-up'
import { measureStoredViews } from './stored-views'
import { measureSpread, measureThroughput } from './throughput'
import { measureUnknownAddresses } from './unknown-addresses'
import { measureViews } from './views'

const figures: Figure[] = []
const benches: Record<string, ((blog: Blog) => Promise<Figure | Figure[]>)[]> = {
  throughput: [measureThroughput, measureSpread],
  comments: [measureComments],
  'link-previews': [measureLinkPreviews],
  'page-queries': [measurePageQueries],
  'reading-page-javascript': [measureReadingPageJavaScript],
  'start-up': [measureStartUp],
  memory: [measureMemory],
  'unknown-addresses': [measureUnknownAddresses],
  'comment-markdown': [measureCommentMarkdown],
  'comment-pages': [measureCommentPages],
  lighthouse: [measureLighthouse],
  'many-posts': [measureManyPosts],
  'build-time': [measureBuildTime],
  'comments-among-a-million': [measureAmongAMillion],
  screening: [measureScreening],
  'spam-run': [measureSpamRun],
  admin: [measureAdmin],
  search: [measureSearch],
  views: [measureViews],
  'stored-views': [measureStoredViews],
  'save-post': [measureSavePost],
  'forged-readers': [measureForgedReaders],
  editor: [measureEditor],
  'editor-javascript': [measureEditorJavaScript],
  metadata: [() => measureMetadata()],
}

function chosenBenches() {
  const all = Object.entries(benches).map(([name, measures]) => ({ name, measures }))
  const asked = process.argv.slice(2)
  if (asked.includes('--help') || asked.includes('--list')) {
    console.log(
      'npm run bench                 every figure, on a machine that does nothing else\n' +
        `npm run bench -- NAME…        some of: ${Object.keys(benches).join(' ')}`,
    )
    process.exit(0)
  }
  try {
    return chooseNamed(all, asked, 'figure')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

for (const { measures } of chosenBenches()) {
  for (const measure of measures)
    await withBlog(async (blog) => figures.push(...[await measure(blog)].flat()))
}

console.log(
  '\n| figure | ours | baseline, same run | ratio | wanted | |\n|---|---|---|---|---|---|',
)
for (const { what, ours, baseline, ratio, wanted, reached } of figures) {
  console.log(`| ${what} | ${ours} | ${baseline} | ${ratio} | ${wanted} | ${reached ? '✓' : '✗'} |`)
}
process.exitCode = figures.every(({ reached }) => reached) ? 0 : 1
