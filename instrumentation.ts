/** What Next runs once when a server starts, before it answers (see “instrumentation” in its documentation). */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts the name of the runtime in the code, and leaves out what is not for it.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { provideOwner } = await import('@/lib/auth/provide-owner')
  await provideOwner()
}
