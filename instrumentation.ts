/** Runs once in each server before its first request (Next.js documentation, “instrumentation”). */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next.js inlines it to remove code for other runtimes.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { provideOwner } = await import('@/lib/auth/create-owner')
  await provideOwner()
}
