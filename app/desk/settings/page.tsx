import type { Metadata } from 'next'
import { DeskField } from '@/components/desk/desk-field'
import { DeskNotice } from '@/components/desk/desk-notice'
import { requireStaff } from '@/lib/http/require-staff'
import { getSettings } from '@/lib/settings/blog-settings'
import { save } from './actions'
import '@/components/desk/desk-comments.css'

export const metadata: Metadata = { title: 'Settings' }

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

/** What holds for the whole blog. */
export default async function SettingsPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const actor = await requireStaff('/desk/settings', 'owner')
  const { commentsOff, commentsCloseAfterDays } = await getSettings(actor)
  return (
    <>
      <h1>Settings</h1>
      <DeskNotice fault={fault} done={done} />
      <section className="desk-section">
        <h2>Comments</h2>
        <form action={save} className="desk-form">
          <label className="desk-check">
            <input type="checkbox" name="off" value="yes" defaultChecked={commentsOff} /> No post takes comments
          </label>
          <DeskField
            name="days"
            label="Close a post’s comments after so many days"
            type="number"
            min={1}
            max={36_500}
            inputMode="numeric"
            defaultValue={commentsCloseAfterDays ?? ''}
            hint="Counted from its publication. Left empty, they stay open. What has been said stays."
          />
          <button type="submit" className="desk-button">
            Save
          </button>
        </form>
      </section>
    </>
  )
}
