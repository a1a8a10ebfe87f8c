/**
 * V8 options for commands that process large files. By default, the heap may double before V8
 * collects garbage; a growth of 20 % keeps an import of a million comments below 250 MB.
 */
export const lowMemoryFlags = ['--heap-growing-percent=20', '--max-semi-space-size=4']
