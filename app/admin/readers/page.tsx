import type { Metadata } from 'next'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { requireStaff } from '@/lib/http/session/require-staff'
import { eraseForReader, openReader } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export const metadata: Metadata = { title: 'Readers' }

/** Lets the owner look up and erase a reader's data on request. Addresses never appear in a URL. */
export default async function ReadersPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  await requireStaff('/admin/readers', 'owner')
  return (
    <>
      <h1>Readers</h1>
      <AdminNotice fault={fault} done={done} />
      <p className="admin-muted mt-3 mb-6">
        Look up or erase a reader’s data on their request, by their e-mail address or the number of
        one of their comments.
      </p>
      <form action={openReader} className="admin-form">
        <AdminField
          id="reader-shown"
          name="reader"
          label="E-mail address, or number of a comment"
          autoComplete="off"
          required
        />
        <button type="submit" className="admin-button">
          Show what is kept
        </button>
      </form>
      <section className="admin-section">
        <h2>Erase without viewing</h2>
        <form action={eraseForReader} className="admin-form">
          <AdminField
            id="reader-erased"
            name="reader"
            label="E-mail address, or number of a comment"
            autoComplete="off"
            required
          />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="sure" value="yes" required className="size-5" />
            <span>Yes, erase everything. This cannot be undone</span>
          </label>
          <button type="submit" className="admin-button">
            Erase everything
          </button>
        </form>
      </section>
    </>
  )
}
