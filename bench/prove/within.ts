/** So long anything that a part starts may take until it is there, on whatever machine; what takes longer never comes. */
export const startMsMax = 120_000

/**
 * Waits for what may never come.
 * @throws after so long, with what `otherwise` says
 */
export async function within<T>(ms: number, promised: Promise<T>, otherwise: () => string): Promise<T> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(`after ${ms / 1_000} s, ${otherwise()}`)), ms)
  })
  try {
    return await Promise.race([promised, late])
  } finally {
    clearTimeout(timeout)
  }
}
