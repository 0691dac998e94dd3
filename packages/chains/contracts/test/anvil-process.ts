import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Anvil, openAnvil } from '../anvil-chain.ts'

/** A running anvil of a test; `stop` resolves when its process is gone. */
export interface AnvilProcess {
  readonly rpcUrl: string
  readonly chain: Anvil
  stop(): Promise<void>
}

const STARTED_WITHIN_MS = 10_000

/** Starts an anvil with this chain id that mines every transaction at once and enforces the transaction gas cap of EIP-7825. */
export async function startAnvil(chainId: number): Promise<AnvilProcess> {
  const port = await findFreePort()
  const binary = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${goArch()}/bin/anvil`)
  const options = ['--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`, '--enable-tx-gas-limit', '--silent']
  const child = spawn(binary, options, { stdio: 'ignore' })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
  const rpcUrl = `http://127.0.0.1:${port}`
  const chain = await whenAnswering(rpcUrl).catch(async (cause: unknown) => {
    await stop()
    throw cause
  })
  return { rpcUrl, chain, stop }
}

const goArch = () => (process.arch === 'x64' ? 'amd64' : process.arch)

async function whenAnswering(rpcUrl: string): Promise<Anvil> {
  const deadline = Date.now() + STARTED_WITHIN_MS
  for (;;) {
    try {
      await fetch(rpcUrl, { method: 'POST', body: '' })
      return await openAnvil(rpcUrl)
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`anvil does not answer at ${rpcUrl}.`, { cause })
      await pause(10)
    }
  }
}

/** Below the range of the system's ephemeral ports, so that no outgoing connection takes it. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
