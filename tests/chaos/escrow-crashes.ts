import { chainOf } from '@gateway/scripts/pay/rails'
import { expect, test } from 'vitest'
import { findBrokenBooks } from '../support/books.ts'
import { escrowReaches, fundEscrow } from '../support/fund-escrow.ts'
import { type Said, say } from '../support/say.ts'
import { mine, type Story } from '../support/story.ts'
import { sweepLater } from '../support/sweep-later.ts'
import { newWallets } from '../support/wallets.ts'
import type { Family } from './family.ts'
import { arm, crash } from './processes.ts'
import { moneyRows } from './proof.ts'

const AMOUNT = 0.05

/** Crashes of the API while a party decides its escrow. */
export function escrowCrashes(family: Family, open: () => Story): void {
  test('S19a: the API dies before the commit of a release; the escrow stays funded, and its depositor may decide otherwise', async () => {
    const story = open()
    const escrow = await fundedEscrow(story, family)
    await arm(story, 'api', 'S19a')
    await expect(decide(story, 'release', escrow)).rejects.toThrow('fetch failed')
    await crash(story, 'api')
    expect(await stored(story, escrow)).toEqual({ state: 'funded', outcomes: [], told: ['created', 'deposit_detected', 'funded'] })
    await story.gateway.start('api')
    expect(await decide(story, 'refund', escrow)).toMatchObject({ status: 200, body: { status: 'refunded' } })
    await escrowReaches(story, escrow, ({ settlement_tx_hash: sent }) => sent !== null)
    await mine(story, family.chain, family.blocks.final)
    await proveOneOutcome(story, escrow, 'refund')
  })

  test('S19b: the API dies after the commit of a release; refund, dispute and the deadline come too late, and it is paid once', async () => {
    const story = open()
    const escrow = await fundedEscrow(story, family)
    await arm(story, 'api', 'S19b')
    await expect(decide(story, 'release', escrow)).rejects.toThrow('fetch failed')
    await crash(story, 'api')
    const released = { state: 'released', outcomes: ['release by depositor'] }
    expect(await stored(story, escrow)).toMatchObject(released)
    await story.gateway.start('api')
    for (const action of ['refund', 'dispute', 'release'] as const)
      expect(await decide(story, action, escrow)).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } })
    // A deadline as of an escrow that nobody has released.
    await story.sql.query("UPDATE escrow SET deadline_at = now() - interval '1 minute' WHERE id = $1", [escrow.id])
    await sweepLater(story)
    expect((await stored(story, escrow)).outcomes).toEqual(released.outcomes)
    await escrowReaches(story, escrow, ({ status }) => status === 'settled')
    await proveOneOutcome(story, escrow, 'release')
  })
}

interface Escrow {
  readonly id: string
  readonly chain: string
  readonly token: string
}

async function fundedEscrow(story: Story, { asset }: Family): Promise<Escrow> {
  const chain = chainOf(asset)
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const terms = { chain: asset, amount: AMOUNT, depositor_address: depositor, beneficiary_address: beneficiary }
  const { body } = await say(story.gateway.api, 'POST /escrow', { body: terms })
  const escrow = { id: String(body['id']), chain: asset, token: String(body['release_token']) }
  await fundEscrow(story, { ...escrow, escrow_address: String(body['escrow_address']), amount: AMOUNT })
  return escrow
}

const decide = ({ gateway }: Story, action: 'release' | 'refund' | 'dispute', { id, token }: Escrow): Promise<Said> =>
  say(gateway.api, `POST /escrow/${id}/${action}`, { body: { token, reason: 'not delivered' } })

/** What the database says of an escrow. */
async function stored({ sql }: Story, { id }: Escrow) {
  const column = async (query: string) => (await sql.query<{ it: string }>(query, [id])).rows.map(({ it }) => it)
  const [state] = await column('SELECT state AS it FROM escrow WHERE id = $1')
  return {
    state,
    outcomes: await column("SELECT outcome || ' by ' || actor AS it FROM settlement WHERE escrow_id = $1"),
    told: await column('SELECT event_type AS it FROM escrow_event WHERE escrow_id = $1 ORDER BY n'),
  }
}

/** Checks that an escrow was decided, paid out and booked once. */
async function proveOneOutcome(story: Story, escrow: Escrow, outcome: 'release' | 'refund'): Promise<void> {
  const { outcomes, told } = await stored(story, escrow)
  expect(outcomes).toEqual([`${outcome} by depositor`])
  expect(told.filter((entry) => entry === 'released' || entry === 'refunded')).toEqual([outcome === 'release' ? 'released' : 'refunded'])
  const paidOnce = { intents: ['final'], attempts: ['0 final'], transfers: ['broadcast', 'plan', 'settle'] }
  await expect.poll(() => moneyRows(story, escrow.id)).toEqual(paidOnce)
  expect(await findBrokenBooks(story.sql)).toEqual([])
}
