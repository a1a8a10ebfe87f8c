'use client'
import { useActionState, useId } from 'react'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'

type Answer = { link?: string; fault?: string }
type Props = { invite: (before: Answer, form: FormData) => Promise<Answer>; isMailed: boolean }

/** Invites an address and shows the link once. Without JavaScript it is a plain form. */
export function InvitationForm({ invite, isMailed }: Props) {
  const [{ link, fault }, action] = useActionState(invite, {})
  const id = useId()
  return (
    <>
      <AdminNotice fault={fault} />
      {link && (
        <div className="admin-field admin-notice" role="status">
          <label htmlFor={id}>
            {isMailed
              ? 'The invitation has been sent by mail. You can also share this link:'
              : 'Hand this link on:'}
          </label>
          <input id={id} readOnly value={link} onFocus={({ target }) => target.select()} />
          <small>It expires in 7 days and works once. It is not shown again.</small>
        </div>
      )}
      <form action={action} className="admin-form">
        <AdminField name="email" label="E-mail" type="email" autoComplete="off" required />
        <button type="submit" className="admin-button">
          Invite
        </button>
      </form>
    </>
  )
}
