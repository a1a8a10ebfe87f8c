/** A style sheet as text, in the notation of Vite. `scripts/build-embed.ts` bundles it. */
declare module '*.css?inline' {
  const text: string
  export default text
}
