import { useTranslations } from 'next-intl'
import { Icon } from '@/components/editor/icon'
import { roveToolbar, withKey } from '@/components/editor/toolbar'
import { formatIcons } from '@/components/ui/format-icons'
import { formatButtons, formatOnKey, formatSelection } from './format-markdown'

const areaBeside = (element: Element) =>
  element.closest('form')?.querySelector<HTMLTextAreaElement>('textarea')

/** Handles the shortcuts of the form while its toolbar is mounted. Used as a React `ref`. */
function start(toolbar: HTMLElement | null) {
  const stop = roveToolbar(toolbar)
  const area = toolbar && areaBeside(toolbar)
  area?.addEventListener('keydown', formatOnKey)
  return () => {
    stop?.()
    area?.removeEventListener('keydown', formatOnKey)
  }
}

/** Buttons and shortcuts that format the text of the form, which loads them on the first focus. */
export function CommentToolbar() {
  const t = useTranslations('commentForm')
  return (
    <div role="toolbar" aria-label={t('formatting')} ref={start}>
      {formatButtons.map(({ name, key }) => (
        <button
          key={name}
          type="button"
          aria-label={t(name)}
          title={withKey(t(name), key && `Mod-${key}`)}
          // Keeps focus in the text and, on phones, the virtual keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            const area = areaBeside(currentTarget)
            if (area) formatSelection(area, name)
          }}
        >
          <Icon path={formatIcons[name]} />
        </button>
      ))}
    </div>
  )
}
