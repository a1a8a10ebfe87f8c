/**
 * Links within the blog are plain anchors: every page is one small static document, and Next's router would cost
 * each reader more JavaScript than it saves.
 */
export function SiteHeader() {
  return (
    <header className="mx-auto flex max-w-measure items-baseline justify-between gap-4 px-5 pt-7 pb-10 font-sans text-fine sm:pt-10 sm:pb-16">
      <a href="/" className="font-serif text-lead font-medium italic tracking-tight no-underline">
        Afterword
      </a>
      <p className="text-muted">the blog that owns its conversation</p>
    </header>
  )
}
