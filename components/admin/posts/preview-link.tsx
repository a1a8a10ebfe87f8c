import { previewPath } from './admin-posts-query'

type Props = { id: number; previewKey: string; revoke: (form: FormData) => Promise<void> }

/** Shows the secret preview link of a post and a button that revokes it. */
export function PreviewLink({ id, previewKey, revoke }: Props) {
  return (
    <section className="admin-section" aria-labelledby="post-preview">
      <h2 id="post-preview">Secret link</h2>
      <p>
        <a href={previewPath(previewKey)}>The post as its readers will see it</a>. Anyone with this
        URL can open it. It counts no views.
      </p>
      <form action={revoke}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="post-act">
          Revoke the link
        </button>
      </form>
    </section>
  )
}
