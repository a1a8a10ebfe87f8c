/** What Next runs once in each server, before it answers its first request (see “instrumentation” in its documentation). */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts the name of the runtime in the code, and leaves out what is not for it.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { provideOwner } = await import('@/lib/auth/provide-owner')
  await provideOwner()
}
