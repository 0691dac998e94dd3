import type { DevnetChain } from '@gateway/devnet/chains'
import { nativeBalance, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { bitcoinBalance } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { randomBytes, randomUUID } from 'node:crypto'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { openShop } from '../support/shop.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { breakIn, type Thief } from '../support/thief.ts'
import { newWallets } from '../support/wallets.ts'
import { pauseInvariantChecks } from '../support/pause-invariant-checks.ts'

let story: Story
let thief: Thief
let wallets: Readonly<Record<DevnetChain, string>>
beforeAll(async () => {
  story = await openStory({ chains: ['BTC', 'ETH'] })
  thief = await breakIn(story.around.databaseUrl)
  wallets = await newWallets(story.served)
})
afterAll(async () => {
  await thief?.close()
  await story?.close()
})

/** An attack on a paid payment before it is signed, its undoing, and the hold reason that the signer must give. */
interface Attack {
  readonly name: string
  readonly asset: 'BTC' | 'USDC_ETH'
  readonly reason: string
  readonly does: (payment: ShownPayment, own: Own) => Promise<unknown>
  readonly undo: (payment: ShownPayment) => Promise<unknown>
}

/** Regular payments of the attacker's own shop, and a second payment of the victim. */
interface Own {
  readonly paid: ShownPayment
  readonly unpaid: ShownPayment
  readonly other: ShownPayment
}

const kept = new Map<string, Readonly<Record<string, unknown>>>()

/** Saves a row, so that the attack can be undone as from a backup. */
async function keep(table: string, where: string, id: string): Promise<void> {
  const [row] = await thief.read<Record<string, unknown>>(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${where} = $1`, [id])
  if (!row) throw new Error(`there is no ${table} ${id}`)
  kept.set(`${table} ${id}`, row)
}

async function putBack(table: string, where: string, id: string): Promise<void> {
  const columns = await thief.read<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND column_name NOT IN ('state', 'hold_reason', 'updated_at')`,
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const row = kept.get(`${table} ${id}`)?.['row']
  await thief.tries(
    `UPDATE ${table} SET (${names}) = (SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)) WHERE ${where} = $2`,
    [JSON.stringify(row), id],
  )
}

const commitOf = async ({ id }: ShownPayment): Promise<string> =>
  (await thief.read<{ id: string }>('SELECT id FROM payout_terms WHERE subject_id = $1', [id]))[0]?.id ?? ''

const onIntent = (sets: (payment: ShownPayment, own: Own) => Promise<string>): Pick<Attack, 'does' | 'undo'> => ({
  does: async (payment, own) => {
    await keep('spend_intent', 'ref', payment.id)
    await thief.tries(`UPDATE spend_intent SET ${await sets(payment, own)} WHERE ref = '${payment.id}'`)
  },
  undo: (payment) => putBack('spend_intent', 'ref', payment.id),
})

const rewriteRecipients = (chain: DevnetChain): Pick<Attack, 'does' | 'undo'> => ({
  does: async ({ id }) => {
    await keep('payout_terms', 'subject_id', id)
    await thief.tries(
      `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', to_jsonb($1::text)) WHERE subject_id = $2`,
      [wallets[chain], id],
    )
  },
  undo: ({ id }) => putBack('payout_terms', 'subject_id', id),
})

const replacePin = (mac: (own: Own) => Promise<string>): Pick<Attack, 'does' | 'undo'> => {
  const recipients = rewriteRecipients('ETH')
  return {
    does: async (payment, own) => {
      await recipients.does(payment, own)
      const commit = await commitOf(payment)
      await keep('payout_terms_pin', 'payout_terms_id', commit)
      await thief.tries(`UPDATE payout_terms_pin SET mac = ${await mac(own)} WHERE payout_terms_id = '${commit}'`)
    },
    undo: async (payment) => {
      await recipients.undo(payment)
      await putBack('payout_terms_pin', 'payout_terms_id', await commitOf(payment))
    },
  }
}

const attacks: readonly Attack[] = [
  { name: 'rewrites the recipients of a deposit key', asset: 'BTC', reason: 'commit_differs_from_pin', ...rewriteRecipients('BTC') },
  {
    name: 'rewrites the recipients of a deposit contract',
    asset: 'USDC_ETH',
    reason: 'commit_differs_from_pin',
    ...rewriteRecipients('ETH'),
  },
  {
    name: 'forges a pin for rewritten recipients',
    asset: 'USDC_ETH',
    reason: 'commit_differs_from_pin',
    ...replacePin(async () => `'\\x${randomBytes(32).toString('hex')}'`),
  },
  {
    name: 'copies the pin of terms that pay the attacker',
    asset: 'USDC_ETH',
    reason: 'commit_differs_from_pin',
    ...replacePin(async ({ unpaid }) => `(SELECT mac FROM payout_terms_pin WHERE payout_terms_id = '${await commitOf(unpaid)}')`),
  },
  {
    name: 'points a Bitcoin payout at terms that pay the attacker',
    asset: 'BTC',
    reason: 'intent_differs_from_commit',
    ...onIntent(async (_payment, { paid }) => `payout_terms_id = '${await commitOf(paid)}'`),
  },
  {
    name: 'points a payout at terms that pay the attacker',
    asset: 'USDC_ETH',
    reason: 'intent_differs_from_commit',
    ...onIntent(async (_payment, { unpaid }) => `payout_terms_id = '${await commitOf(unpaid)}'`),
  },
  {
    name: 'points a payout at the terms of another payment',
    asset: 'USDC_ETH',
    reason: 'intent_differs_from_commit',
    ...onIntent(async (_payment, { other }) => `payout_terms_id = '${await commitOf(other)}'`),
  },
  {
    name: 'raises the amount of a payout above its deposits',
    asset: 'USDC_ETH',
    reason: 'intent_differs_from_commit',
    ...onIntent(async () => 'amount = amount * 2, merchant_units = merchant_units + amount'),
  },
  {
    name: 'doubles the amount of a payout and all its parts',
    asset: 'USDC_ETH',
    reason: 'amount_differs_from_deposits',
    ...onIntent(async () => 'amount = amount * 2, merchant_units = merchant_units * 2, fee_units = fee_units * 2'),
  },
  {
    name: 'moves the merchant’s share to the platform',
    asset: 'BTC',
    reason: 'intent_differs_from_commit',
    ...onIntent(async () => 'fee_units = fee_units + merchant_units - 1000, merchant_units = 1000'),
  },
  {
    name: 'assigns a payout to another merchant',
    asset: 'USDC_ETH',
    reason: 'intent_differs_from_commit',
    ...onIntent(async (_payment, { unpaid }) => `business_id = (SELECT business_id FROM payment WHERE id = '${unpaid.id}')`),
  },
  {
    name: 'moves the deposits to a payout of the attacker',
    asset: 'USDC_ETH',
    reason: 'deposits_do_not_match',
    does: async ({ id }, { unpaid }) => {
      const intent = randomUUID()
      await thief.tries(
        `INSERT INTO spend_intent (id, purpose, ref, lead_id, chain, asset, mode, business_id, amount, merchant_units, fee_units, network_fee_units,
            payout_terms_id, state, created_at, updated_at)
          SELECT $1::uuid, intent.purpose, $2::text, $1::uuid, intent.chain, intent.asset, intent.mode, payment.business_id, intent.amount,
            intent.merchant_units, intent.fee_units, intent.network_fee_units, payment.payout_terms_id, 'planned', intent.created_at - interval '1 day', now()
          FROM spend_intent intent, payment WHERE intent.ref = $3 AND payment.id::text = $2`,
        [intent, unpaid.id, id],
      )
      await thief.tries('UPDATE deposit SET intent_id = $1 WHERE subject_id = $2', [intent, id])
    },
    undo: async ({ id }) => {
      await thief.tries(
        'UPDATE deposit SET intent_id = intent.id FROM spend_intent intent WHERE deposit.subject_id = $1 AND intent.ref = $1',
        [id],
      )
      await thief.tries(`DELETE FROM spend_intent intent WHERE NOT EXISTS (SELECT FROM deposit WHERE intent_id = intent.id)`)
    },
  },
]

test('an attacker with the API’s database login cannot redirect pinned payments; repaired rows are forwarded to the merchant', async () => {
  const { shop, gateway, sql } = story
  const own = await openOwnShop()
  const victims = await Promise.all(attacks.map(async (attack) => ({ attack, payment: await shop.ask({ blockchain: attack.asset }) })))
  await untilPinned([...victims.map(({ payment }) => payment.id), own.paid.id, own.unpaid.id, own.other.id])
  const before = await balances(shop.wallets)
  // The signer is down during the attack, the best moment for the attacker.
  await gateway.kill('signer')
  for (const { payment } of victims) await pay(story, payment)
  await mine(story, 'BTC', 1)
  await mine(story, 'ETH', 12)
  await Promise.all(victims.map(({ payment }) => shop.reaches(payment.id, 'confirmed')))
  await pauseInvariantChecks(story)
  for (const { attack, payment } of victims) await attack.does(payment, own)
  const { allowed, refused } = thief.tell()
  expect(allowed).toEqual([])
  expect(refused.length).toBeGreaterThanOrEqual(attacks.length)
  await thief.tries('UPDATE business SET wallets = wallets || $1 WHERE id = $2', [JSON.stringify(wallets), shop.businessId])
  expect(thief.tell().allowed, 'the API must be able to change wallets').toHaveLength(1)

  await gateway.start('signer')
  const reasonOf = async (id: string) =>
    (await sql.query<{ reason: string }>('SELECT hold_reason AS reason FROM spend_intent WHERE ref = $1', [id])).rows[0]?.reason ?? null
  await eventually('the signer to have checked every payout', async () =>
    (await Promise.all(victims.map(({ payment }) => reasonOf(payment.id)))).every((reason) => reason !== null),
  )
  const said = await Promise.all(victims.map(async ({ attack, payment }) => [attack.name, await reasonOf(payment.id)]))
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(attacks.map(({ name, reason }) => [name, reason])))
  const ownReason = () => reasonOf(own.unpaid.id)
  await eventually('the signer to have checked the attacker’s own payout', async () => (await ownReason()) === 'deposits_of_another')
  expect((await sql.query('SELECT handle FROM spend_attempt')).rows).toEqual([])
  expect(await balances(wallets)).toEqual({ BTC: 0n, ETH: 0n, USDC: 0n })
  expect(await balances(shop.wallets)).toEqual(before)

  for (const { attack, payment } of victims) await attack.undo(payment)
  await Promise.all(victims.map(({ payment }) => shop.reaches(payment.id, ({ forward_tx_hash: sent }) => sent !== null)))
  await mine(story, 'BTC', 6)
  await mine(story, 'ETH', 6)
  const paid = await Promise.all(victims.map(({ payment }) => shop.reaches(payment.id, 'forwarded')))
  const sum = (asset: string) =>
    paid.filter(({ blockchain }) => blockchain === asset).reduce((total, payment) => total + unitsOf(payment, payment.merchant_amount), 0n)
  expect(await balances(shop.wallets)).toEqual({ ...before, BTC: before.BTC + sum('BTC'), USDC: before.USDC + sum('USDC_ETH') })
  expect(await balances(wallets)).toEqual({ BTC: 0n, ETH: 0n, USDC: 0n })
})

test('a payment whose recipients were forged while the signer was down is never signed', async () => {
  const { shop, gateway, sql } = story
  await thief.tries('UPDATE business SET wallets = $1 WHERE id = $2', [JSON.stringify(shop.wallets), shop.businessId])
  await gateway.kill('signer')
  const asked = await shop.ask({ blockchain: 'BTC' })
  await thief.tries(`UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', to_jsonb($1::text)) WHERE subject_id = $2`, [
    (await newWallets()).BTC,
    asked.id,
  ])
  await gateway.start('signer')
  const refusal = async () =>
    (
      await sql.query<{ refused: string }>(
        'SELECT refused FROM payout_terms_pin JOIN payout_terms ON id = payout_terms_id WHERE subject_id = $1',
        [asked.id],
      )
    ).rows[0]?.refused
  expect(await eventually('the signer to check it', refusal)).toBe('wallet_was_not_pinned')
  // Restored because a replay would fail: the forged terms do not match the payment's address.
  await thief.tries('UPDATE payout_terms SET recipients = jsonb_set(recipients, $1, to_jsonb($2::text)) WHERE subject_id = $3', [
    '{0,address}',
    shop.wallets.BTC,
    asked.id,
  ])
})

/** The attacker's own shop, with regular payments to the attacker. */
async function openOwnShop(): Promise<Own> {
  const shop = await openShop(story.gateway.api, wallets)
  shop.receiver.close()
  const [paid, unpaid] = [await shop.ask({ blockchain: 'BTC' }), await shop.ask({ blockchain: 'USDC_ETH' })]
  return { paid, unpaid, other: await story.shop.ask({ blockchain: 'USDC_ETH' }) }
}

async function untilPinned(ids: readonly string[]): Promise<void> {
  await eventually('all payout terms to be pinned', async () => {
    const rows = await thief.read(
      'SELECT FROM payout_terms_pin JOIN payout_terms ON id = payout_terms_id WHERE mac IS NOT NULL AND subject_id = ANY ($1::uuid[])',
      [ids],
    )
    return rows.length === ids.length
  })
}

async function balances(of: Readonly<Record<DevnetChain, string>>) {
  const { bitcoin, evm, contracts } = story
  const address = getAddress(of.ETH)
  return {
    BTC: await bitcoinBalance(bitcoin, of.BTC),
    ETH: await nativeBalance(evm, address),
    USDC: await tokenBalance(evm, { token: contracts.usdc, address }),
  }
}
