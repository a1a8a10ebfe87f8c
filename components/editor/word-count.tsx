import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { countWords, readingMinutes, type TextLength } from '@/lib/text/count-words'
import type { OpenEditor } from './open-editor'

/** Delay in milliseconds after a change. */
const delayMs = 500

/** The length of the post, counted when typing pauses. */
export function WordCount({ editor }: { editor: OpenEditor }) {
  const t = useTranslations('editor.length')
  const [length, setLength] = useState<TextLength>({ words: 0, characters: 0 })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => setLength(countWords(editor.readText()))
    count()
    const stop = editor.onChange(() => {
      clearTimeout(timer)
      timer = setTimeout(count, delayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [editor])
  const { words, characters } = length
  const parts = [
    (words > 0 || characters === 0) && t('words', { words }),
    characters > 0 && t('characters', { characters }),
  ]
  return (
    <p className="editor-count">
      {parts.filter(Boolean).join(', ')} · {t('reading', { minutes: readingMinutes(length) })}
    </p>
  )
}
