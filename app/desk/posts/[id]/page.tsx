import { notFound } from 'next/navigation'
import { PostEditor } from '@/components/editor/post-editor'
import { query } from '@/lib/db'
import { requireStaff } from '@/lib/http/require-staff'

export default async function TrialPage({ params }: { params: Promise<{ id: string }> }) {
  const id = Number((await params).id)
  await requireStaff(`/desk/posts/${id}`, 'owner')
  const post = await query((client) => client.post.findUnique({ where: { id } }))
  if (!post) notFound()
  const { revision, slug, title, summary, tags, cover, coverAlt, content } = post
  return (
    <form className="grid gap-3">
      <div className="desk-field">
        <label htmlFor="title">Title</label>
        <input id="title" name="title" defaultValue={title} />
      </div>
      <PostEditor
        post={{ id, revision, slug, title, summary, tags, cover, coverAlt, content, state: 'draft', publishedAt: null }}
        saveUrl={`/desk/posts/${id}/draft`}
        previewUrl="/desk/markdown-preview"
      />
    </form>
  )
}
