import { devnetChains } from '@gateway/devnet/chains'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { CONFIRMING, untilSent } from '../support/forwarding.ts'
import { operate } from '../support/operator.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

/** A pause takes effect within this time. */
const PAUSE_MS = 1_000

let story: Story
let pauseFile: string
beforeAll(async () => {
  story = await sharedStory()
  pauseFile = join(story.around.dataDir, 'pause')
  await end(story, 'signer')
  await story.gateway.start('signer', { CUSTODY_PAUSE_FILE: pauseFile })
})
afterAll(() => story?.close())

const asked = async (blockchain: string): Promise<ShownPayment> => {
  const payment = await story.shop.ask({ blockchain })
  await pay(story, payment)
  return payment
}

test('the signer stops within a second of the pause file, shows the held payouts, and resumes when the file is removed', async () => {
  await untilSent(story, await asked('BTC'))
  const waiting = await Promise.all(devnetChains.map(asked))
  const ids = waiting.map(({ id }) => id)
  writeFileSync(pauseFile, '')
  const { mtimeMs } = statSync(pauseFile)
  for (const chain of devnetChains) await mine(story, chain, CONFIRMING[chain])
  const held = `SELECT ref FROM spend_intent WHERE ref = ANY ($1) AND state = 'held' AND hold_reason = 'paused:file'`
  await eventually('all to be held', async () => (await story.sql.query(held, [ids])).rowCount === ids.length)
  const shown = (await operate(story, 'held')).split('\n')
  for (const id of ids) expect(shown.find((line) => line.includes(id))).toContain('paused:file')
  const { rows } = await story.sql.query<{ made: Date }>('SELECT max(created_at) AS made FROM spend_attempt')
  expect(rows[0]?.made.getTime()).toBeLessThan(mtimeMs + PAUSE_MS)
  rmSync(pauseFile)
  await Promise.all(ids.map((id) => story.shop.reaches(id, ({ forward_tx_hash: sent }) => sent !== null)))
})

test('the signer opens no inspector on SIGUSR1 and keeps signing', async () => {
  const pid = story.gateway.pid('signer') ?? 0
  process.kill(pid, 'SIGUSR1')
  await untilSent(story, await asked('BTC'))
  expect(listeningSockets(pid)).toEqual([])
  expect(readFileSync(join(story.around.dataDir, 'signer/signer.log'), 'utf8')).not.toContain('Debugger')
  expect(await end(story, 'signer')).toBe(0)
  await story.gateway.start('signer')
})

const LISTENING = '0A'

/** Local addresses at which a process listens, in the format of proc(5). */
function listeningSockets(pid: number): string[] {
  const own = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`)))
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1))
  const sockets = lines.map((line) => line.trim().split(/\s+/)).map(([, local, , state, , , , , , inode]) => ({ local, state, inode }))
  return sockets.flatMap(({ local = '', state, inode }) => (state === LISTENING && own.has(`socket:[${inode}]`) ? [local] : []))
}

/** Empty for a descriptor that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
