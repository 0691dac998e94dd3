import { signerSettings } from '@gateway/scripts/stack/settings'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Story } from './story.ts'

const run = promisify(execFile)
const program = resolve(import.meta.dirname, '../../scripts/operator.ts')

/** Runs an operator's command against the gateway of a story; returns what it prints. @throws {Error} when it is refused. */
export async function operate({ around }: Pick<Story, 'around'>, ...words: string[]): Promise<string> {
  const { DATABASE_URL = '', ...settings } = signerSettings(around)
  const { stdout } = await run(process.execPath, [program, ...words, '--by', 'anna'], { env: { ...settings, DATABASE_URL } })
  return stdout
}
