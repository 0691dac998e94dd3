import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { holderOf, holdPort } from './held-ports.ts'

/** Ephemeral ports begin at 32768 (ip_local_port_range): a client that retries a closed one there can connect to itself. */
const LOWEST = 20_000
const HIGHEST = 32_767

/** The folder that stores the choice, the purpose of the port, and a fixed port (0 or none: any). */
export type PortWish = { readonly folder: string; readonly name: string; readonly port?: number | undefined }

/**
 * Chooses the loopback port of a server: the requested one, else the one its folder used last time, else a free one.
 * The choice is stored in the folder, so a restart on the same folder keeps every address valid.
 * @throws {Error} when the requested port is taken.
 */
export async function choosePort(wish: PortWish): Promise<number> {
  const file = join(wish.folder, `${wish.name}.port`)
  const port = wish.port ? await insistOn(wish.name, wish.port) : await remembered(file)
  writeFileSync(file, `${port}\n`)
  return port
}

/** Whether a program may listen on a port now. */
export type PortState = 'free' | 'taken' | 'forbidden'

/** Why a program cannot listen on a port, by the error: one of an address that the machine does not have is in nobody's way. */
const REASONS: Readonly<Record<string, PortState>> = { EACCES: 'forbidden', EADDRNOTAVAIL: 'free', EAFNOSUPPORT: 'free' }

/** Whether a program may listen on a loopback port now: `forbidden` is a port that the system reserves for root. */
export function probePort(port: number, host = '127.0.0.1'): Promise<PortState> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(REASONS[code] ?? 'taken'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve('free')))
  })
}

/** Finds a free loopback port below the ephemeral range, reserved while this process runs. */
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

const isFree = async (port: number): Promise<boolean> => (await probePort(port)) === 'free'
