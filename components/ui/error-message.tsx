'use client'
import { createContext, type ReactNode, use } from 'react'

const Shown = createContext<ReactNode>(null)

/** Provides the message of error pages, rendered in advance in the language of the blog. */
export function ErrorMessage({ shown, children }: { shown: ReactNode; children: ReactNode }) {
  return <Shown value={shown}>{children}</Shown>
}

/** The content of an `error.tsx`. */
export const ShownError = () => use(Shown)
