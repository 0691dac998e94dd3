import { openOrm } from '@gateway/db/orm'
import { openOperatorSession, testOperator } from '@gateway/operations/testing/test-operator'
import { commands } from '@gateway/scripts/operator/commands'
import { keepSession } from '@gateway/scripts/operator/session-file'
import { sources } from '@gateway/scripts/stack/programs'
import { nodeUrls, signerSettings } from '@gateway/scripts/stack/settings'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Story } from './story.ts'

const run = promisify(execFile)

/** Runs an operator command against the gateway of a story; returns its output. @throws {Error} when it fails. */
export const operate = (story: Pick<Story, 'around'>, ...words: string[]): Promise<string> => operateAs(story, 'anna', ...words)

/** Runs it as a named operator, in a session of its own. */
export async function operateAs({ around }: Pick<Story, 'around'>, name: string, ...words: string[]): Promise<string> {
  const { DATABASE_URL = '', ...settings } = signerSettings(around)
  const further = { WEBHOOK_SEALING_KEY: around.secrets.webhookSealingKey, ...nodeUrls(around) }
  const { operator } = around.built ?? sources
  const session = commands[words[0] ?? '']?.isOpen ? {} : { OPERATOR_SESSION_FILE: await sessionFileOf(around, name) }
  const { stdout } = await run(process.execPath, [operator, ...words], { env: { ...settings, ...further, ...session, DATABASE_URL } })
  return stdout
}

const HALF_DAY_MS = 12 * 60 * 60 * 1_000

/** The file of an operator's session, which the database has too, even one that was restored meanwhile. */
async function sessionFileOf({ databaseUrl, dataDir }: Story['around'], name: string): Promise<string> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 })
  const id = await openOperatorSession(orm.em.fork(), name).finally(() => orm.close())
  const file = join(dataDir, `operator-${name}.json`)
  const expiresAt = new Date(Date.now() + HALF_DAY_MS)
  keepSession(file, { id, merchantId: testOperator(name).merchantId, email: `${name}@operators.example`, expiresAt })
  return file
}
