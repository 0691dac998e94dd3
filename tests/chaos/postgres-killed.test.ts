import { type RunningPostgres, startPostgres } from '@gateway/devnet/postgres'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { bitcoin, ethereum } from './family.ts'
import { ask, noted, pay } from './journey.ts'
import { arm, freeze, killServer, thaw } from './processes.ts'
import { moneyRows, provePaidOnce, walletOf } from './proof.ts'

let story: Story
let postgres: RunningPostgres
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gateway-postgres-'))
  postgres = await startPostgres({ dataDir })
  story = await openStory({ postgres })
})
afterAll(async () => {
  await story?.close()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each([bitcoin, ethereum])(
  'S16 $asset: Postgres is killed between signature and commit; no attempt is stored or sent, and the payout is signed once afterwards',
  async (family) => {
    await arm(story, 'signer', 'S16')
    const journey = await ask(story, family)
    const wallet = await walletOf(story, family)
    await pay(story, family, journey)
    await freeze(story, 'signer')
    const before = { wallet, file: noted(story) }
    const open = await story.sql.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'")
    expect(open.rows).not.toEqual([])
    await killServer(postgres)
    // The signer is still frozen, so all rows date from before the kill.
    postgres = await startPostgres({ dataDir })
    expect(await moneyRows(story, journey.id)).toEqual({ intents: ['planned'], attempts: [], transfers: ['plan'] })
    await mine(story, family.chain, 1)
    expect({ wallet: await walletOf(story, family), file: noted(story) }).toEqual(before)
    thaw(story, 'signer')
    await provePaidOnce(story, family, journey)
    expect(await operate(story, 'pauses')).toContain('paused: nothing')
  },
)
