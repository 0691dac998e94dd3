import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The login of a node's RPC, generated once per folder, so that the URL stays valid over restarts. */
export function rpcCredentials(folder: string): { user: string; password: string } {
  const file = join(folder, 'rpc-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 })
  return { user: 'devnet', password: readFileSync(file, 'utf8') }
}
