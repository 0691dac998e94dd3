import { tables } from '@gateway/db/tables'
import { hashToken, sealToken } from '@gateway/operations/custody/evidence/party-tokens'
import { disputeEscrow } from '@gateway/operations/escrows/decisions/dispute-escrow'
import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import { advanceDue } from '@gateway/operations/escrows/sweeps/advance-due'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { attemptsOf, openChain, type TestChain } from '@gateway/operations/testing/test-chain'
import { ADDRESS, AMOUNT, escrowsOf, openEscrow } from '@gateway/operations/testing/test-escrows'
import { openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { breakIn, type Thief } from '../support/thief.ts'

/** An address of the thief. */
const THIEF = 'bcrt1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3lgth6c'
const GUESS = `esc_${'0'.repeat(64)}`
const MONTH = 720

let shop: TestShop
let btc: TestChain
let thief: Thief
beforeEach(async () => {
  shop = await openShop({ ids: cryptoIds })
  btc = await openChain(shop.ctx, 'BTC')
  thief = await breakIn(String(shop.ctx.orm.config.get('clientUrl')))
})
afterEach(async () => {
  await thief.close()
  await shop.ctx.close()
})
const { fund, pass, payOut, payouts } = escrowsOf(() => ({ shop, btc }))

async function open() {
  const { escrow, tokens } = await openEscrow(shop, { expires_in_hours: MONTH })
  return { id: escrow.id, address: escrow.address, token: tokens.releaseToken }
}
type Victim = Awaited<ReturnType<typeof open>>

/** A funded escrow; nobody shows its tokens to anybody. */
async function funded(): Promise<Victim> {
  const escrow = await open()
  expect(await fund(escrow)).toMatchObject({ state: 'funded' })
  return escrow
}

const settle = (id: string, outcome: 'release' | 'refund', { actor = 'depositor', evidence = null as Buffer | null } = {}) =>
  thief.tries('INSERT INTO settlement (escrow_id, outcome, actor, evidence, at) VALUES ($1, $2, $3, $4, now())', [
    id,
    outcome,
    actor,
    evidence,
  ])
const setState = (id: string, state: string) => thief.tries('UPDATE escrow SET state = $1, deadline_at = NULL WHERE id = $2', [state, id])

/** Evidence by the keys of the api, which the thief has too. */
const evidenceOf = (objectId: string, token = GUESS) => sealToken(shop.ctx.partyTokenKeys, { objectId, token })

/** Has the workers plan and the signer judge what the rows say now. */
async function judged(id: string) {
  await payOut(id)
  return (await payouts(id)).map(({ purpose, state, holdReason }) => [purpose, state, holdReason])
}

const signed = async (): Promise<number> => (await attemptsOf(shop.ctx)).length

describe('with the login of the api', () => {
  test('a release by a guessed token that is sealed well is not signed', async () => {
    const { id } = await funded()
    await settle(id, 'release', { evidence: evidenceOf(id) })
    await setState(id, 'released')
    expect(thief.tell().refused).toEqual([])
    expect(await judged(id)).toEqual([['escrow_release', 'held', 'outcome_is_not_proven']])
    expect(await signed()).toBe(0)
  })

  test('a release in the name of operators is not signed, however late', async () => {
    const { id } = await funded()
    await settle(id, 'release', { actor: 'arbiter' })
    await setState(id, 'released')
    await pass(2 * MONTH)
    expect(await judged(id)).toEqual([['escrow_release', 'held', 'outcome_is_not_due']])
  })

  test('a refund by a dispute of long ago is not signed before two weeks after the pin', async () => {
    const { id } = await funded()
    await thief.tries("UPDATE escrow SET disputed_at = '2020-01-01', dispute_reason = 'old' WHERE id = $1", [id])
    await settle(id, 'refund', { actor: 'system' })
    await setState(id, 'refunded')
    expect(thief.tell().refused).toEqual([])
    expect(await judged(id)).toEqual([['escrow_refund', 'held', 'outcome_is_not_due']])
    await pass(14 * 24 - 1)
    expect(await judged(id)).toEqual([['escrow_refund', 'held', 'outcome_is_not_due']])
  })

  test('a funded escrow that a row calls expired keeps its money until it would have been refunded anyway', async () => {
    const { id } = await funded()
    await setState(id, 'expired')
    await pass(MONTH + 71)
    expect(await judged(id)).toEqual([['escrow_excess', 'held', 'outcome_is_not_due']])
  })

  test('no part of a funded escrow is returned as a deposit that could not fund it', async () => {
    const escrow = await open()
    await fund(escrow, AMOUNT - 400_000n)
    await setState(escrow.id, 'expired')
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await setState(escrow.id, 'created')
    expect(await fund(escrow, 400_000n)).toMatchObject({ state: 'funded' })
    await pass(MONTH + 1)
    expect(await judged(escrow.id)).toEqual([['escrow_excess', 'held', 'outcome_is_not_due']])
    expect(await signed()).toBe(0)
  })

  test('a released amount is not returned as excess', async () => {
    const escrow = await funded()
    await releaseEscrow(shop.ctx, { ...escrow, address: ADDRESS })
    await setState(escrow.id, 'expired')
    expect(await judged(escrow.id)).toEqual([['escrow_excess', 'held', 'outcome_is_not_due']])
    expect(await signed()).toBe(0)
  })
})

/** Changes that Postgres refuses to the api; the owner of the tables makes them here, and the signer is asked all the same. */
const rewritings = {
  'the recipients of a release': [
    `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', to_jsonb($2::text)) WHERE subject_id = $1`,
    THIEF,
  ],
  'the amount of an escrow and its terms': [
    `UPDATE payout_terms SET conditions = jsonb_set(conditions, '{amountUnits}', to_jsonb($2::text)) WHERE subject_id = $1`,
    '1',
  ],
  'the hash of its token': [
    `UPDATE payout_terms SET conditions = jsonb_set(conditions, '{tokenHash}', to_jsonb($2::text)) WHERE subject_id = $1`,
    'hash',
  ],
  'its fee': ['UPDATE payout_terms SET fee_bps = $2::int WHERE subject_id = $1', '1000'],
  'its expiry': [
    `UPDATE payout_terms SET conditions = jsonb_set(conditions, '{expiresAt}', to_jsonb($2::text)) WHERE subject_id = $1`,
    '2020-01-01T00:00:00.000Z',
  ],
} as const satisfies Record<string, readonly [string, string]>

describe('with the login of the owner of the tables', () => {
  test.each(Object.entries(rewritings))('a release after a change of %s is not signed, and the api may not make it', async (_, change) => {
    const { id } = await funded()
    const [statement, value] = change
    const guessed = hashToken(shop.ctx.partyTokenKeys, GUESS).toString('hex')
    await thief.tries(statement, [id, value === 'hash' ? guessed : value])
    expect(thief.tell().refused).toHaveLength(1)
    await settle(id, 'release', { evidence: evidenceOf(id) })
    await setState(id, 'released')
    const [[, state, reason] = []] = await judged(id)
    expect([state, await signed()]).toEqual(['held', 0])
    expect(['commit_differs_from_pin', 'intent_differs_from_commit']).toContain(reason)
  })

  test('a release by the clock is not signed, however late', async () => {
    const { id } = await funded()
    await thief.tries('ALTER TABLE settlement DROP CONSTRAINT settlement_check1')
    await settle(id, 'release', { actor: 'system' })
    await setState(id, 'released')
    await pass(2 * MONTH)
    expect(await judged(id)).toEqual([['escrow_release', 'held', 'outcome_is_not_due']])
  })

  test('the frozen columns of an escrow, payouts, pins and approvals are not the api’s to write', async () => {
    const { id } = await funded()
    const refused = [
      ...['amount_units', 'fee_bps', 'beneficiary_address', 'expires_at', 'release_token_hash'].map(
        (column) => `UPDATE escrow SET ${column} = ${column} WHERE id = '${id}'`,
      ),
      // Only an address that is still missing can be set, and only a depositor that is not known yet can be named.
      `UPDATE escrow SET address = '${THIEF}' WHERE id = '${id}'`,
      `UPDATE escrow SET depositor_address = '${THIEF}' WHERE id = '${id}'`,
      `UPDATE settlement SET actor = 'depositor' WHERE escrow_id = '${id}'`,
      `DELETE FROM settlement WHERE escrow_id = '${id}'`,
      `UPDATE deposit SET intent_id = NULL WHERE subject_id = '${id}'`,
      `INSERT INTO spend_intent SELECT * FROM spend_intent`,
      `INSERT INTO payout_terms_pin SELECT * FROM payout_terms_pin`,
      `INSERT INTO approval (kind, subject) VALUES ('escrow_release', '${id}')`,
      `DELETE FROM escrow_event WHERE escrow_id = '${id}'`,
    ]
    for (const statement of refused) expect([statement, await thief.asks(statement)]).toEqual([statement, false])
  })

  test('an escrow whose rows were forged and repaired is paid to whom it was made for', async () => {
    const escrow = await funded()
    await setState(escrow.id, 'expired')
    await disputeIsRefused(escrow)
    await setState(escrow.id, 'funded')
    await releaseEscrow(shop.ctx, { ...escrow, address: ADDRESS })
    expect(await judged(escrow.id)).toEqual([['escrow_release', 'final', null]])
    const [terms] = await tables(shop.ctx.orm.em.fork())
      .selectFrom('payout_terms')
      .select('recipients')
      .where('subject', '=', 'escrow')
      .execute()
    expect(JSON.stringify(terms)).not.toContain(THIEF)
  })
})

const disputeIsRefused = ({ id, token }: Victim) =>
  expect(disputeEscrow(shop.ctx, { id, token, address: ADDRESS, reason: 'broken' })).rejects.toMatchObject({ code: 'INVALID_STATE' })
