import type { Metadata } from 'next'
import { AdminNotice } from '@/components/admin/admin-notice'
import { BlogForm } from '@/components/admin/settings/blog-form'
import { ChoiceLists } from '@/components/admin/settings/choice-lists'
import { CommentRulesForm } from '@/components/admin/settings/comment-rules-form'
import { NavigationForm } from '@/components/admin/settings/navigation-form'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getSettings } from '@/lib/settings/blog-settings'
import { getBlogWords } from '@/lib/settings/blog-words'
import { getBlog } from '@/lib/settings/get-blog'
import { save, saveBlog, saveLinks } from './actions'
import '@/components/admin/settings/settings.css'

export const metadata: Metadata = { title: 'Settings' }

type Props = { searchParams: Promise<{ fault?: string; done?: string; at?: string }> }

/** The settings of the whole blog. */
export default async function SettingsPage({ searchParams }: Props) {
  const { fault, done, at } = await searchParams
  const actor = await requireStaff('/admin/settings', 'owner')
  const [settings, { navigation, ...words }, blog] = await Promise.all([
    getSettings(actor),
    getBlogWords(actor),
    getBlog(),
  ])
  return (
    <>
      <h1>Settings</h1>
      <AdminNotice fault={fault} done={done} />
      <section className="admin-section">
        <h2>The blog</h2>
        <BlogForm key={at} words={words} blog={blog} save={saveBlog}>
          <ChoiceLists />
        </BlogForm>
      </section>
      <section className="admin-section">
        <h2>Links on top of every page</h2>
        <p className="admin-muted">
          Shown below the name in this order. Use paths of this blog such as /posts/about, other
          sites, or an address such as mailto:you@example.org.
        </p>
        <NavigationForm key={at} links={navigation} save={saveLinks} />
      </section>
      <section className="admin-section">
        <h2>Comments</h2>
        <CommentRulesForm settings={settings} save={save} />
      </section>
    </>
  )
}
