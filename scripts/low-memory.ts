/**
 * V8 options for commands that process large files. By default, V8 lets the heap grow several times
 * before it collects garbage. With a growth of 20 %, an import needs about half the memory
 * (`bench/imports/import-and-export.ts`).
 */
export const lowMemoryFlags = ['--heap-growing-percent=20', '--max-semi-space-size=4']
