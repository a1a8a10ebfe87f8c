import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { OpenEditor } from './open-editor'

/** The number of words in scripts with word separators, and of characters in other scripts. */
type TextLength = { words: number; characters: number }

/**
 * Silent reading speed of adults per minute: English words (Brysbaert 2019), and Chinese or
 * Japanese characters (Trauzettel-Klosinski 2012).
 */
const perMinute = { words: 238, characters: 300 }

/** Delay in milliseconds after a change. */
const delayMs = 500

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** A character of a script without word separators. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu

/** Counts words; in scripts without word separators, characters. */
export function countWords(text: string): TextLength {
  let [words, characters] = [0, 0]
  for (const [word] of text.matchAll(wordPattern)) {
    const found = word.match(unspaced)?.length ?? 0
    characters += found
    if (found === 0) words++
  }
  return { words, characters }
}

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes({ words, characters }: TextLength): number {
  return Math.max(1, Math.round(words / perMinute.words + characters / perMinute.characters))
}

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
