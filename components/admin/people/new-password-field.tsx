import { AdminField } from '@/components/admin/admin-field'
import { passwordCharactersMax, passwordCharactersMin } from '@/lib/auth/password'

type Props = {
  name: string
  label: string
  /** The effect of the change on existing sessions, if any. */
  consequence?: string
}

/** A field for a new password with its requirements. */
export function NewPasswordField({ name, label, consequence }: Props) {
  return (
    <AdminField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={passwordCharactersMin}
      maxLength={passwordCharactersMax}
      required
      hint={[`At least ${passwordCharactersMin} characters.`, consequence]
        .filter(Boolean)
        .join(' ')}
    />
  )
}
