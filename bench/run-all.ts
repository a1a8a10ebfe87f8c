/** `npm run bench`: every figure in turn, each beside its baseline from the same run, and a table at the end. */
import { measureBuildTime } from './build-time'
import { measureCommentMarkdown } from './comment-markdown'
import { measureCommentPages } from './comment-pages'
import { measureComments } from './comments'
import { measureAmongAMillion } from './comments-among-a-million'
import { measureDesk } from './desk'
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
import { withBlog } from './prepare'
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
const all = [
  measureThroughput,
  measureSpread,
  measureComments,
  measureLinkPreviews,
  measurePageQueries,
  measureReadingPageJavaScript,
  measureStartUp,
  measureMemory,
  measureUnknownAddresses,
  measureCommentMarkdown,
  measureCommentPages,
  measureLighthouse,
  measureManyPosts,
  measureBuildTime,
  measureAmongAMillion,
  measureScreening,
  measureSpamRun,
  measureDesk,
  measureSearch,
  measureViews,
  measureStoredViews,
  measureSavePost,
  measureForgedReaders,
  measureEditor,
  measureEditorJavaScript,
]
for (const measure of all) await withBlog(async (blog) => figures.push(...[await measure(blog)].flat()))
figures.push(...(await measureMetadata()))

console.log('\n| figure | ours | baseline, same run | ratio | wanted | |\n|---|---|---|---|---|---|')
for (const { what, ours, baseline, ratio, wanted, reached } of figures) {
  console.log(`| ${what} | ${ours} | ${baseline} | ${ratio} | ${wanted} | ${reached ? '✓' : '✗'} |`)
}
process.exitCode = figures.every(({ reached }) => reached) ? 0 : 1
