import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { insertSettlement } from '@gateway/db/escrows/queries'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { namingOf, sealToken } from '../custody/evidence/party-tokens.ts'
import { pinEscrows } from '../custody/pins/pin-escrows.ts'
import { nameDepositor } from '../escrows/decisions/name-depositor.ts'
import { openChain, type TestChain } from '../testing/test-chain.ts'
import { tokenMailedFor } from '../testing/test-emails.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../testing/test-escrows.ts'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

type Terms = Pick<PayoutTermsEntity, keyof PayoutTermsEntity>
const owner = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const thief = 'bcrt1qqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxsxp4jz'
let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({ rates: removableRates() })
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { create } = seriesOf(() => shop)
const { fund, pass, payOut, payouts } = escrowsOf(() => ({ shop, btc }))
const em = () => shop.ctx.orm.em.fork()

/** A funded child whose depositor has no address, with the depositor's token. */
async function child() {
  const { escrow } = await create({ depositor_address: undefined, max_periods: 1 })
  if (!escrow) throw new Error('no child')
  await fund(escrow)
  const token = await tokenMailedFor(escrow, shop.ctx, shop.ctx.webhookOpeningKey)
  return { escrow, token }
}

const termsOf = ({ payoutTermsId }: EscrowEntity) =>
  tables(em()).selectFrom('payout_terms').selectAll().where('id', '=', payoutTermsId).executeTakeFirstOrThrow() as Promise<Terms>

const releasePin = ({ payoutTermsId }: EscrowEntity) =>
  tables(em()).selectFrom('payout_terms_pin').selectAll().where('payoutTermsId', '=', payoutTermsId).executeTakeFirst()

/** Does what who owns the api can do: names the thief in an escrow and in terms, with or without evidence, and records a refund. */
async function forge(escrow: EscrowEntity, change: Partial<Terms>, naming?: Buffer): Promise<(string | null)[]> {
  const release = await termsOf(escrow)
  if (!release.conditions) throw new Error('no conditions')
  const conditions = { ...release.conditions, ...(naming && { naming: naming.toString('base64') }) }
  const recipients = [{ role: 'depositor' as const, address: thief }]
  const terms = { ...release, id: shop.ctx.ids.uuid(), subject: 'escrow_refund' as const, recipients, feeBps: 0, conditions, ...change }
  await insertTogether(em(), [{ into: 'payout_terms', rows: [terms] }])
  await sql`UPDATE escrow SET depositor_address = ${thief} WHERE id = ${escrow.id}::uuid AND depositor_address IS NULL`.execute(
    tables(em()),
  )
  await pinEscrows(shop.signer, { since: new Date(0) })
  const rows = await tables(em()).selectFrom('payout_terms_pin').select('refused').where('payoutTermsId', '=', terms.id).execute()
  return rows.map(({ refused }) => refused)
}

const sealed = (objectId: string, token: string) => sealToken(shop.ctx.partyTokenKeys, { objectId, token })

describe('who owns the api but has no token', () => {
  test('names nobody in terms that pretend to be those of the creation', async () => {
    const { escrow } = await child()
    expect(await forge(escrow, {})).toEqual(['depositor_was_not_named'])
    await insertSettlement(em(), { escrowId: escrow.id, outcome: 'refund', actor: 'system', evidence: null, at: shop.ctx.clock.now() })
    await sql`UPDATE escrow SET state = 'refunded', deadline_at = NULL WHERE id = ${escrow.id}::uuid`.execute(tables(em()))
    await pass(30 * 24)
    await payOut(escrow.id)
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'held', holdReason: 'pin_refused' }])
  })

  test.each<[string, (escrow: EscrowEntity, token: string) => Buffer]>([
    ['invented evidence', () => Buffer.alloc(90, 7)],
    ['evidence of a decision', ({ id }, token) => sealed(id, token)],
    ['evidence for another address', ({ id: escrowId }, token) => sealed(namingOf({ escrowId, address: owner }), token)],
    ['evidence of another escrow', (_escrow, token) => sealed(namingOf({ escrowId: _escrow.quoteId, address: thief }), token)],
    ['another token', ({ id: escrowId }) => sealed(namingOf({ escrowId, address: thief }), `esc_${'1'.repeat(64)}`)],
  ])('names nobody by %s', async (_what, evidenceOf) => {
    const { escrow, token } = await child()
    expect(await forge(escrow, {}, evidenceOf(escrow, token))).toEqual(['depositor_was_not_named'])
  })

  test('names nobody for a release that was frozen with its depositor', async () => {
    const { escrow, tokens } = await openEscrow(shop)
    const recipients = [...(await termsOf(escrow)).recipients.slice(0, 2), { role: 'depositor' as const, address: owner }]
    const naming = sealed(namingOf({ escrowId: escrow.id, address: owner }), tokens.releaseToken)
    const change = { subject: 'escrow_overpaid' as const, recipients, feeBps: escrow.feeBps }
    expect(await forge(escrow, change, naming)).toEqual(['depositor_was_not_named'])
  })
})

describe('the signer', () => {
  test.each<[string, (release: Terms) => Partial<Terms>, string]>([
    ['a source that is not the escrow’s', () => ({ source: { kind: 'pool', generation: 0, idx: 999 } }), 'depositor_was_not_named'],
    ['a fee of a refund', () => ({ feeBps: 100 }), 'commit_differs_from_escrow'],
    [
      'another beneficiary',
      ({ recipients }) => overpaid(recipients.map((one) => ({ ...one, address: thief }))),
      'payees_are_not_those_of_an_escrow',
    ],
    [
      'a release beside the one of the creation',
      ({ recipients }) => ({ ...overpaid(recipients), recipients }),
      'payees_are_not_those_of_an_escrow',
    ],
  ])('refuses even with the token %s', async (_what, changeOf, refusal) => {
    const { escrow, token } = await child()
    const naming = sealed(namingOf({ escrowId: escrow.id, address: thief }), token)
    expect(await forge(escrow, changeOf(await termsOf(escrow)), naming)).toEqual([refusal])
  })

  test('pins what the depositor has named, and counts the hold from then by its own clock', async () => {
    const { escrow, token } = await child()
    expect(await releasePin(escrow)).toMatchObject({ refused: null, usableAt: null })
    await nameDepositor(shop.ctx, { id: escrow.id, token, address: ADDRESS, depositorAddress: owner })
    await pass(5)
    await pinEscrows(shop.signer, { since: new Date(0) })
    const usableAt = new Date(shop.ctx.clock.now().getTime() + shop.signer.returnHoldMs)
    const db = tables(em())
    const pins = await db
      .selectFrom('payout_terms_pin')
      .innerJoin('payout_terms', 'payout_terms.id', 'payout_terms_pin.payoutTermsId')
      .select(['payout_terms.subject', 'payout_terms_pin.refused', 'payout_terms_pin.usableAt'])
      .where('payout_terms.subjectId', '=', escrow.id)
      .where('payout_terms.subject', '<>', 'escrow')
      .orderBy('payout_terms.subject')
      .execute()
    expect(pins).toEqual(['escrow_excess', 'escrow_overpaid', 'escrow_refund'].map((subject) => ({ subject, refused: null, usableAt })))
    await expect(db.updateTable('payout_terms_pin').set({ usableAt: null }).execute()).rejects.toThrow('append-only')
  })
})

/** The terms of an overpaid release with these payees. */
const overpaid = (others: Terms['recipients']): Partial<Terms> => ({
  subject: 'escrow_overpaid',
  recipients: [...others, { role: 'depositor', address: thief }],
  feeBps: 100,
})
