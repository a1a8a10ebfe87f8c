import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@/scripts/embedded-postgres'
import { endProcess } from '@/test/servers/end-process'
import { programPath } from '@/test/servers/find-program'
import { sendRequest } from '@/tools/prove/load/send-request'
import type { Scene } from '@/tools/prove/scene'

/**
 * Starts nginx in front of several servers, round robin. A failed read is sent to the next server.
 * A failed write returns 502, because it may have been executed, and the client retries it with the
 * same key.
 */
export async function startNginx(scene: Scene, servers: string[]): Promise<{ url: string }> {
  const port = await freePort()
  const home = path.join(scene.directory, 'nginx')
  mkdirSync(home)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join('\n  ')
  const upstreams = servers
    .map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`)
    .join('\n    ')
  const file = path.join(home, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
worker_processes 1;
pid ${home}/pid;
error_log ${home}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  ${places}
  upstream blog {
    ${upstreams}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://blog;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`,
  )
  const nginx = spawn(programPath('nginx'), ['-c', file, '-p', home, '-e', `${home}/error.log`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  scene.onEnd(() => endProcess(nginx, 'SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; (await sendRequest(`${url}/robots.txt`)).status !== 200; tries++) {
    if (tries === 100 || nginx.exitCode !== null || nginx.signalCode !== null)
      throw new Error(`nginx did not start:\n${log}`)
    await setTimeout(50)
  }
  return { url }
}
