import { z } from 'zod'
import { withModules } from '@/test/with-module'
import { queryProcess } from './query-process'
import type { TestServer } from './server'

/** The environment of a server that reports its heap size. */
export const heapReporter = withModules(`
  import v8 from 'node:v8'
  import vm from 'node:vm'
  if (process.send) {
    v8.setFlagsFromString('--expose-gc')
    const collect = vm.runInNewContext('gc')
    process.on('message', (message) => {
      if (message !== 'heap size') return
      collect()
      const { heapUsed, external } = process.memoryUsage()
      process.send(heapUsed + external)
    })
  }`)

/** Returns the heap of the server's main thread after garbage collection, in bytes. */
export const readHeapSize = (server: TestServer) => queryProcess(server, 'heap size', z.number())
