/**
 * `npm run bench` measures every figure, each with its baseline from the same run, and prints a
 * table. `npm run bench -- search editor` measures some, selected by file name, on one build.
 */

import { measureAdmin } from '@/bench/admin/admin'
import { measureEditor } from '@/bench/admin/editor'
import { measureEditorJavaScript } from '@/bench/admin/editor-javascript'
import { measureJourneys } from '@/bench/admin/journeys'
import { measureSavePost } from '@/bench/admin/save-post'
import { measureImportAndExport } from '@/bench/imports/import-and-export'
import { measureUmami } from '@/bench/peers/umami'
import { measureWaline } from '@/bench/peers/waline'
import { measureLinkPreviews } from '@/bench/previews/link-previews'
import { measureMetadata } from '@/bench/previews/metadata'
import { measureBuildTime } from '@/bench/reading/build-time'
import { measureCachedReads } from '@/bench/reading/cached-reads'
import { measureCommentMarkdown } from '@/bench/reading/comment-markdown'
import { measureCommentPages } from '@/bench/reading/comment-pages'
import { measureComments } from '@/bench/reading/comments'
import { measureAmongAMillion } from '@/bench/reading/comments-among-a-million'
import { measureLighthouse } from '@/bench/reading/lighthouse'
import { measureManyPosts } from '@/bench/reading/many-posts'
import { measureMemory } from '@/bench/reading/memory'
import { measureMemoryLimit } from '@/bench/reading/memory-limit'
import { measurePageQueries } from '@/bench/reading/page-queries'
import { measureReadingPageJavaScript } from '@/bench/reading/reading-page-javascript'
import { measureSearch } from '@/bench/reading/search'
import { measureSiteThreads } from '@/bench/reading/site-threads'
import { measureStartUp } from '@/bench/reading/start-up'
import { measureSpread, measureThroughput } from '@/bench/reading/throughput'
import { measureUnknownAddresses } from '@/bench/reading/unknown-addresses'
import { measureScreening } from '@/bench/screening/screening'
import { measureSpamRun } from '@/bench/screening/spam-run'
import type { Figure } from '@/bench/support/figure'
import { type Blog, withBlog } from '@/bench/support/prepare'
import { selectByName } from '@/bench/support/select-by-name'
import { measureForgedUserAgents } from '@/bench/views/forged-user-agents'
import { measureStoredViews } from '@/bench/views/stored-views'
import { measureViews } from '@/bench/views/views'

const figures: Figure[] = []
const benches: Record<string, ((blog: Blog) => Promise<Figure | Figure[]>)[]> = {
  // First, because it runs in this process, which reads the environment once.
  screening: [measureScreening],
  throughput: [measureThroughput, measureSpread],
  'cached-reads': [measureCachedReads],
  comments: [measureComments],
  'link-previews': [measureLinkPreviews],
  'page-queries': [measurePageQueries],
  'reading-page-javascript': [measureReadingPageJavaScript],
  'start-up': [measureStartUp],
  memory: [measureMemory],
  'memory-limit': [measureMemoryLimit],
  'unknown-addresses': [measureUnknownAddresses],
  'comment-markdown': [measureCommentMarkdown],
  'comment-pages': [measureCommentPages],
  lighthouse: [measureLighthouse],
  'many-posts': [measureManyPosts],
  'build-time': [measureBuildTime],
  'comments-among-a-million': [measureAmongAMillion],
  'site-threads': [measureSiteThreads],
  'spam-run': [measureSpamRun],
  admin: [measureAdmin],
  search: [measureSearch],
  views: [measureViews],
  'stored-views': [measureStoredViews],
  'save-post': [measureSavePost],
  'forged-user-agents': [measureForgedUserAgents],
  editor: [measureEditor],
  'editor-javascript': [measureEditorJavaScript],
  journeys: [measureJourneys],
  waline: [measureWaline],
  umami: [measureUmami],
  metadata: [() => measureMetadata()],
  'import-and-export': [() => measureImportAndExport()],
}

function chosenBenches() {
  const all = Object.entries(benches).map(([name, measures]) => ({ name, measures }))
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('--list')) {
    console.log(
      'npm run bench                 measures every figure; needs an idle machine\n' +
        `npm run bench -- NAME…        measures some of: ${Object.keys(benches).join(' ')}`,
    )
    process.exit(0)
  }
  try {
    return selectByName(all, args, 'figure')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

const failed: string[] = []
for (const { name, measures } of chosenBenches()) {
  try {
    for (const measure of measures)
      await withBlog(async (blog) => figures.push(...[await measure(blog)].flat()))
  } catch (error) {
    // A run takes more than an hour, so the other figures are still measured.
    console.error(`✗ ${name} was not measured:`, error)
    failed.push(name)
  }
}

console.log(
  '\n| figure | measured | baseline, same run | ratio | target | |\n|---|---|---|---|---|---|',
)
for (const { what, ours, baseline, ratio, target, reached } of figures) {
  console.log(`| ${what} | ${ours} | ${baseline} | ${ratio} | ${target} | ${reached ? '✓' : '✗'} |`)
}
if (failed.length > 0) console.log(`\nnot measured: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 && figures.every(({ reached }) => reached) ? 0 : 1
