import { sources } from '@gateway/scripts/stack/programs'
import { signerSettings } from '@gateway/scripts/stack/settings'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Story } from './story.ts'

const run = promisify(execFile)

/** Runs an operator command against the gateway of a story; returns its output. @throws {Error} when it fails. */
export const operate = (story: Pick<Story, 'around'>, ...words: string[]): Promise<string> => operateAs(story, 'anna', ...words)

/** Runs it as a named operator. */
export async function operateAs({ around }: Pick<Story, 'around'>, name: string, ...words: string[]): Promise<string> {
  const { DATABASE_URL = '', ...settings } = signerSettings(around)
  const further = { WEBHOOK_SEALING_KEY: around.secrets.webhookSealingKey, BTC_RPC_URL: around.bitcoinRpc, ETH_RPC_URL: around.ethereumRpc }
  const { operator } = around.built ?? sources
  const { stdout } = await run(process.execPath, [operator, '--by', name, ...words], { env: { ...settings, ...further, DATABASE_URL } })
  return stdout
}
