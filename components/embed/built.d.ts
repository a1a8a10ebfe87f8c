/** Constants that `scripts/build-embed.ts` sets. */

/** The path of the writing part, and of the part that counts views. */
declare const WRITING_PATH: string
declare const COUNTING_PATH: string

/** Only Chromium has this method. In Firefox, `document.getSelection()` includes shadow trees. */
interface ShadowRoot {
  getSelection?(): Selection | null
}

/** A style sheet as minified text, in the notation of Vite. */
declare module '*.css?inline' {
  const text: string
  export default text
}
