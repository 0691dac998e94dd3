import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { holderOf, holdPort } from './held-ports.ts'

/** Below 32768 begin no ephemeral ports (ip_local_port_range): a client that retries a closed one there can end up connected to itself. */
const LOWEST = 20_000
const HIGHEST = 32_767

/** Where the choice is remembered, what the port is for, and the port the caller insists on (0 or none: any). */
export type PortWish = { readonly folder: string; readonly name: string; readonly port?: number | undefined }

/**
 * Settles the loopback port of a server: the one asked for, else the one its folder used last time, else a free one.
 *
 * The choice is remembered in the folder, so a restart on the same folder keeps every address valid.
 *
 * @throws {Error} when the port asked for is taken.
 */
export async function choosePort(wish: PortWish): Promise<number> {
  const file = join(wish.folder, `${wish.name}.port`)
  const port = wish.port ? await insistOn(wish.name, wish.port) : await remembered(file)
  writeFileSync(file, `${port}\n`)
  return port
}

/** Finds a free loopback port below the ephemeral range, which nobody is given again while this process lives. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (holderOf(port) === undefined && (await isFree(port)) && holdPort(port)) return port
  }
  throw new Error(`Found no free port between ${LOWEST} and ${HIGHEST}`)
}

async function remembered(file: string): Promise<number> {
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return port > 0 && (await isFree(port)) && holdPort(port) ? port : freePort()
}

async function insistOn(name: string, port: number): Promise<number> {
  if ((await isFree(port)) && holdPort(port)) return port
  throw new Error(`Port ${port} for ${name} is taken by another program: stop that or choose another port`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
