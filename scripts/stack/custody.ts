import type { Log } from '@gateway/devnet/processes/running'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CustodyGround, type CustodyPublic, custodySettings } from './settings.ts'

const program = resolve(import.meta.dirname, '../../apps/worker/src/custody/main.ts')

/** The public data of the signer's seed; the seed is sealed at the first start, and its mnemonic is not shown. */
export async function custodyOf(around: CustodyGround, log: Log): Promise<CustodyPublic> {
  const file = join(around.dataDir, 'custody.public.json')
  if (!existsSync(file)) {
    log('custody: sealing a new seed')
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, '--quiet'], {
      env: custodySettings(around),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as CustodyPublic
}
